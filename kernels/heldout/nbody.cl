// Gravitational accelerations by direct summation; w holds the mass.
#define ITEMS 64

float4 pull(float4 at, float4 body, float softening) {
  const float4 d = body - at;
  const float r2 = d.x * d.x + d.y * d.y + d.z * d.z + softening;
  const float inverse = rsqrt(r2);
  const float scale = body.w * inverse * inverse * inverse;
  return (float4)(d.xyz * scale, 0.0f);
}

__kernel void nbody_direct(__global const float4 *restrict bodies,
                           __global float4 *restrict acceleration, float softening, int n) {
  const int i = get_global_id(0);
  const float4 at = bodies[i];
  float4 sum = (float4)(0.0f);
  for (int j = 0; j < n; ++j) sum += pull(at, bodies[j], softening);
  acceleration[i] = sum;
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void nbody_tiled(__global const float4 *restrict bodies, __global float4 *restrict acceleration,
                 float softening, int n) {
  __local float4 tile[ITEMS];
  const int l = get_local_id(0);
  const int i = get_global_id(0);
  const float4 at = bodies[i];
  float4 sum = (float4)(0.0f);
  for (int t = 0; t < n; t += ITEMS) {
    tile[l] = bodies[t + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < ITEMS; ++j) sum += pull(at, tile[j], softening);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  acceleration[i] = sum;
}
