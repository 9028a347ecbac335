// Light shafts (Intel's samples): from each pixel towards the light in equal steps, what is seen of it adding up with a
// decay; the nearest pixel each step, clamped; marching ends early once nothing more would be seen.
kernel void god_rays(global const float4 *restrict in, global float4 *restrict out, int width, int height, int steps,
                     float2 light, float decay, float weight, float least) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float2 at = (float2)(x, y);
  const float2 step = (light - at) / (float)steps;
  float4 sum = 0.0f;
  float seen = 1.0f;
  for (int k = 0; k < steps; ++k) {
    at += step;
    const int u = clamp(convert_int_rte(at.x), 0, width - 1), v = clamp(convert_int_rte(at.y), 0, height - 1);
    const float4 p = in[v * width + u];
    sum += p * (seen * weight);
    seen *= decay;
    if (seen < least) break;
  }
  out[y * width + x] = in[y * width + x] + sum;
}
