// Euler's equations on tetrahedra (Rodinia's cfd): the flux through the four faces of each element, with artificial
// dissipation; neighbours by index, -1 for a wall and -2 for the far field, transposed as the normals are.
typedef struct {
  float density, energy, pressure, sound;
  float3 momentum, velocity;
} State;

State state_of(float density, float4 m, float energy) {
  State s;
  s.density = density;
  s.energy = energy;
  s.momentum = m.xyz;
  s.velocity = m.xyz / density;
  s.pressure = 0.4f * (energy - 0.5f * density * dot(s.velocity, s.velocity));
  s.sound = sqrt(1.4f * s.pressure / density);
  return s;
}

kernel void euler_tetra(global const float *restrict density, global const float4 *restrict momentum,
                        global const float *restrict energy, global const int *restrict neighbours,
                        global const float4 *restrict normals, global float *restrict flux_density,
                        global float4 *restrict flux_momentum, global float *restrict flux_energy, int count,
                        float far_density, float far_speed, float far_energy) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const State here = state_of(density[i], momentum[i], energy[i]);
  float fd = 0.0f, fe = 0.0f;
  float3 fm = (float3)(0.0f);
  for (int face = 0; face < 4; ++face) {
    const int j = neighbours[face * count + i];
    const float4 n = normals[face * count + i];
    if (j == -1) {
      fm += n.xyz * here.pressure;
      continue;
    }
    State there;
    if (j == -2) {
      there = state_of(far_density, (float4)(far_density * far_speed, 0.0f, 0.0f, 0.0f), far_energy);
    } else {
      const int k = clamp(j, 0, count - 1);
      there = state_of(density[k], momentum[k], energy[k]);
    }
    const float area = length(n.xyz);
    const float speed = 0.5f * (length(here.velocity) + length(there.velocity) + here.sound + there.sound);
    const float damp = -0.2f * area * speed;
    const float un_here = dot(n.xyz, here.velocity), un_there = dot(n.xyz, there.velocity);
    fd += damp * (here.density - there.density) + 0.5f * (un_here * here.density + un_there * there.density);
    fe += damp * (here.energy - there.energy) +
          0.5f * (un_here * (here.energy + here.pressure) + un_there * (there.energy + there.pressure));
    fm += damp * (here.momentum - there.momentum) +
          0.5f * (here.momentum * un_here + there.momentum * un_there + n.xyz * (here.pressure + there.pressure));
  }
  flux_density[i] = fd;
  flux_momentum[i] = (float4)(fm, 0.0f);
  flux_energy[i] = fe;
}
