// Particles (samples of vendors): collisions with all others in the 27 cells around, whose first and last particles two
// arrays tell; springs and dampers, a structure of parameters by value.
typedef struct {
  float4 origin;
  float cell, radius, spring, damping;
  int side;
} World;

kernel void particle_cells(global const float4 *restrict places, global const float4 *restrict speeds,
                           global float4 *restrict forces, global const int *restrict first,
                           global const int *restrict last, World w) {
  const int i = get_global_id(0);
  const float4 p = places[i], v = speeds[i];
  const int3 cell = convert_int3(floor((p.xyz - w.origin.xyz) / w.cell));
  float3 force = 0.0f;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int3 c = (cell + (int3)(dx, dy, dz)) & (w.side - 1);
        const int slot = (c.z * w.side + c.y) * w.side + c.x;
        for (int k = first[slot]; k < last[slot]; ++k) {
          if (k == i) continue;
          const float3 d = places[k].xyz - p.xyz, u = speeds[k].xyz - v.xyz;
          const float r = fast_length(d);
          if (r < 2.0f * w.radius) force += -w.spring * (2.0f * w.radius - r) * (d / r) + w.damping * u;
        }
      }
  forces[i] = (float4)(force, 0.0f);
}
