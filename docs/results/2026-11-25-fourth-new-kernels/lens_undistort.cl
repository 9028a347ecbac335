// Computer vision: an image without the distortion of its lens (Brown's radial and tangential terms), colours of 8 bits
// by bicubic interpolation of 4x4 pixels clamped at the rim, a pixel a work-item.

float4 cubic(float t) {
  const float s = 1.0f - t;
  return (float4)(-0.5f * t * s * s, 1.0f + t * t * (1.5f * t - 2.5f), 1.0f + s * s * (1.5f * s - 2.5f),
                  -0.5f * s * t * t);
}

kernel void lens_undistort(global const uchar4 *restrict image, global uchar4 *restrict straight, int width,
                           int height, float focus, float k1, float k2, float p1, float p2) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const float cx = 0.5f * (width - 1), cy = 0.5f * (height - 1), unit = focus * width;
  const float u = (x - cx) / unit, v = (y - cy) / unit, r = u * u + v * v;
  const float radial = 1.0f + r * (k1 + r * k2);
  const float px = cx + unit * (u * radial + 2.0f * p1 * u * v + p2 * (r + 2.0f * u * u));
  const float py = cy + unit * (v * radial + 2.0f * p2 * u * v + p1 * (r + 2.0f * v * v));

  const float left = floor(px), top = floor(py);
  const float4 wx = cubic(px - left), wy = cubic(py - top);
  const int4 columns = clamp((int)left + (int4)(-1, 0, 1, 2), (int4)(0), (int4)(width - 1));
  const int4 rows = clamp((int)top + (int4)(-1, 0, 1, 2), (int4)(0), (int4)(height - 1)) * width;
  const int row[4] = {rows.x, rows.y, rows.z, rows.w};
  const float weight[4] = {wy.x, wy.y, wy.z, wy.w};
  float4 sum = (float4)(0.5f);
#pragma unroll
  for (int k = 0; k < 4; ++k)
    sum += weight[k] *
           (wx.x * convert_float4(image[row[k] + columns.x]) + wx.y * convert_float4(image[row[k] + columns.y]) +
            wx.z * convert_float4(image[row[k] + columns.z]) + wx.w * convert_float4(image[row[k] + columns.w]));
  straight[y * width + x] = convert_uchar4_sat(sum);
}
