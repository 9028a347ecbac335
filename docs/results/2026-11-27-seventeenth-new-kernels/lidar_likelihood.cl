// Monte-Carlo localisation: the log likelihood of a laser scan for each particle (x, y, heading) by a likelihood field,
// the map's distances to the nearest obstacle in millimetres. The scan's beams (angle, range) go through local memory.
#define GROUP 64
__kernel void lidar_likelihood(__global const float4 *particles, __global const float2 *beams,
                               __global const ushort *field, __global float *log_likelihood, int particle_count,
                               int beam_count, int map_width, int map_height, float resolution, float sigma,
                               float z_hit, float z_random, float max_range)
{
  __local float2 scan[GROUP];
  const int me = get_global_id(0), lane = get_local_id(0);
  float4 pose = (float4)(0.0f);
  if (me < particle_count)
    pose = particles[me];
  const float per_cell = 1.0f / resolution;
  const float spread = -0.5f / (sigma * sigma);
  float total = 0.0f;

  for (int base = 0; base < beam_count; base += GROUP) {
    const int n = min(GROUP, beam_count - base);
    if (lane < n)
      scan[lane] = beams[base + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < particle_count) {
      for (int b = 0; b < n; ++b) {
        const float range = scan[b].y;
        if (range >= max_range)
          continue;
        float c;
        const float s = sincos(pose.z + scan[b].x, &c);
        const int col = (int)floor((pose.x + range * c) * per_cell);
        const int row = (int)floor((pose.y + range * s) * per_cell);
        float p = z_random;
        if (col >= 0 && col < map_width && row >= 0 && row < map_height) {
          const float d = 0.001f * field[row * map_width + col];
          p += z_hit * exp(spread * d * d);
        }
        total += log(p);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (me < particle_count)
    log_likelihood[me] = total;
}
