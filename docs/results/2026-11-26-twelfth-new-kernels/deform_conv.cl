// Modulated deformable 3x3 convolution: each tap is read bilinearly where its
// offset points; a work-item makes four output channels of one pixel.
#define PER_ITEM 4

__kernel void deform_conv(__global const float4 *input,      // [quad][y][x]
                          __global const float2 *offset,     // [tap][y][x]
                          __global const float *logit,       // [tap][y][x]
                          __constant float4 *weight,         // [out][tap][quad]
                          __constant float *bias,
                          const int width, const int height, const int quads, const int n_out,
                          __global float *output)            // [out][y][x]
{
  const int x = get_global_id(0), y = get_global_id(1), o = get_global_id(2) * PER_ITEM;
  if (x >= width || y >= height)
    return;
  const int plane = width * height, here = y * width + x;
  float sum[PER_ITEM];
  for (int j = 0; j < PER_ITEM; j++)
    sum[j] = o + j < n_out ? bias[o + j] : 0.0f;

  for (int tap = 0; tap < 9; tap++) {
    const float2 by = offset[tap * plane + here];
    const float u = x + tap % 3 - 1 + by.x, v = y + tap / 3 - 1 + by.y;
    if (u <= -1.0f || v <= -1.0f || u >= width || v >= height)
      continue;
    const float mask = 1.0f / (1.0f + exp(-logit[tap * plane + here]));
    const int x0 = (int)floor(u), y0 = (int)floor(v);
    const float fx = u - x0, fy = v - y0;
    const bool l = x0 >= 0, r = x0 + 1 < width, t = y0 >= 0, b = y0 + 1 < height;
    const float w00 = mask * (1.0f - fx) * (1.0f - fy), w01 = mask * fx * (1.0f - fy);
    const float w10 = mask * (1.0f - fx) * fy, w11 = mask * fx * fy;
    __global const float4 *from = input + y0 * width + x0;
    for (int q = 0; q < quads; q++) {
      float4 s = 0.0f;
      if (t && l)
        s += w00 * from[0];
      if (t && r)
        s += w01 * from[1];
      if (b && l)
        s += w10 * from[width];
      if (b && r)
        s += w11 * from[width + 1];
      from += plane;
      for (int j = 0; j < PER_ITEM; j++) {
        const int k = min(o + j, n_out - 1);
        sum[j] += dot(s, weight[(k * 9 + tap) * quads + q]);
      }
    }
  }
  for (int j = 0; j < PER_ITEM; j++)
    if (o + j < n_out)
      output[(o + j) * plane + here] = sum[j];
}
