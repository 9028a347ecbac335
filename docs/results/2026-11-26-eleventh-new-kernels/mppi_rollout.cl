// Model predictive path integral control: each work-item rolls a bicycle model
// out under perturbed controls, over a cost map and along a reference path;
// work-groups then weigh their rollouts.
static float wrap_angle(float a)
{
  a = fmod(a + M_PI_F, 2.0f * M_PI_F);
  return a < 0.0f ? a + M_PI_F : a - M_PI_F;
}

static float map_cost(__global const uchar *map, int2 size, float2 p)
{
  const float2 low = floor(p);
  const int2 c = convert_int2(low);
  if (c.x < 0 || c.y < 0 || c.x + 1 >= size.x || c.y + 1 >= size.y)
    return 255.0f;
  const float2 f = p - low;
  __global const uchar *m = map + c.y * size.x + c.x;
  return mix(mix((float)m[0], (float)m[1], f.x), mix((float)m[size.x], (float)m[size.x + 1], f.x), f.y);
}

__kernel void mppi_rollout(__global const float2 *nominal, __global const float2 *noise,
                           __global const uchar *map, __global const float4 *path,
                           const int n_rollouts, const int n_steps, const int map_width,
                           const int map_height, const int n_path, const float inv_cell, const float dt,
                           const float wheelbase, const float lambda, const float start_x,
                           const float start_y, const float start_yaw,
                           __global float *cost_of, __global float *group_least, __global float *group_weight,
                           __local float *scratch)
{
  const int i = get_global_id(0), lane = get_local_id(0), lanes = get_local_size(0);
  float cost = MAXFLOAT;
  if (i < n_rollouts) {
    float2 at = (float2)(start_x, start_y);
    float yaw = start_yaw, speed = 2.0f;
    int near = 0;
    cost = 0.0f;
    for (int step = 0; step < n_steps; step++) {
      const float2 base = nominal[step], e = noise[(size_t)step * n_rollouts + i];
      const float throttle = clamp(base.x + e.x, -3.0f, 3.0f);
      const float steer = clamp(base.y + 0.2f * e.y, -0.55f, 0.55f);
      float c, s = sincos(yaw, &c);
      at += dt * speed * (float2)(c, s);
      yaw = wrap_angle(yaw + dt * speed * tan(steer) / wheelbase);
      speed = fmax(speed + dt * throttle, 0.0f);

      const float risk = map_cost(map, (int2)(map_width, map_height), at * inv_cell);
      if (risk > 200.0f) {                       // hit: no need to go on
        cost += 1000.0f * (n_steps - step);
        break;
      }
      float d = fast_distance(at, path[near].xy);
      while (near + 1 < n_path) {                // the nearest point moves forward only
        const float ahead = fast_distance(at, path[near + 1].xy);
        if (ahead > d)
          break;
        d = ahead;
        near++;
      }
      const float turn = wrap_angle(yaw - path[near].z), slow = speed - path[near].w;
      cost += 0.02f * risk + 4.0f * d * d + 1.5f * turn * turn + 0.5f * slow * slow +
              lambda * (base.x * e.x + base.y * e.y);
    }
    cost_of[i] = cost;
  }

  scratch[lane] = cost;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = lanes; n > 1; n = (n + 1) / 2) {
    const int other = lane + (n + 1) / 2;
    if (other < n)
      scratch[lane] = fmin(scratch[lane], scratch[other]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const float least = scratch[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[lane] = i < n_rollouts ? exp((least - cost) / lambda) : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = lanes; n > 1; n = (n + 1) / 2) {
    const int other = lane + (n + 1) / 2;
    if (other < n)
      scratch[lane] += scratch[other];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) {
    group_least[get_group_id(0)] = least;
    group_weight[get_group_id(0)] = scratch[0];
  }
}
