// Molecular dynamics: Lennard-Jones and cut-off Coulomb forces over a list of neighbours that lies transposed, an atom a
// work-item, in a periodic box.
kernel void lj_neighbours(global const float4 *restrict atoms, global const int *restrict neighbours,
                          global float4 *restrict forces, int count, int most, float box, float cut) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const float4 me = atoms[i];
  float4 force = 0.0f;
  for (int k = 0; k < most; ++k) {
    const int j = neighbours[k * count + i];
    const float4 other = atoms[j];
    float3 d = me.xyz - other.xyz;
    d -= box * rint(d / box);
    const float r2 = dot(d, d);
    if (r2 < cut && r2 > 0.0f) {
      const float per2 = 1.0f / r2, per6 = per2 * per2 * per2;
      const float pull = per6 * (48.0f * per6 - 24.0f) * per2 + me.w * other.w * per2 * rsqrt(r2);
      force.xyz += pull * d;
      force.w += 4.0f * per6 * (per6 - 1.0f);
    }
  }
  forces[i] = force;
}
