// Neural networks: 3x3 convolution after Winograd, F(2x2, 3x3), a tile of one output channel a work-item; input tiles
// transformed as they are read, filters transformed already, the bias and ReLU last.
kernel void winograd_f2(global const float *restrict input, global const float4 *restrict filters,
                        global const float *restrict bias, global float *restrict output, int channels, int tiles_x,
                        int tiles_y) {
  const int tx = get_global_id(0), ty = get_global_id(1), out = get_global_id(2);
  if (tx >= tiles_x || ty >= tiles_y) return;
  const int pitch = 2 * tiles_x + 2, rows = 2 * tiles_y + 2;
  float4 sum0 = 0.0f, sum1 = 0.0f, sum2 = 0.0f, sum3 = 0.0f;
  for (int c = 0; c < channels; ++c) {
    global const float *from = input + (c * rows + 2 * ty) * pitch + 2 * tx;
    const float4 d0 = vload4(0, from), d1 = vload4(0, from + pitch);
    const float4 d2 = vload4(0, from + 2 * pitch), d3 = vload4(0, from + 3 * pitch);
    const float4 t0 = d0 - d2, t1 = d1 + d2, t2 = d2 - d1, t3 = d1 - d3;
    global const float4 *u = filters + (out * channels + c) * 4;
    sum0 += u[0] * (float4)(t0.x - t0.z, t0.y + t0.z, t0.z - t0.y, t0.y - t0.w);
    sum1 += u[1] * (float4)(t1.x - t1.z, t1.y + t1.z, t1.z - t1.y, t1.y - t1.w);
    sum2 += u[2] * (float4)(t2.x - t2.z, t2.y + t2.z, t2.z - t2.y, t2.y - t2.w);
    sum3 += u[3] * (float4)(t3.x - t3.z, t3.y + t3.z, t3.z - t3.y, t3.y - t3.w);
  }
  const float4 top = sum0 + sum1 + sum2, bottom = sum1 - sum2 - sum3;
  const float add = bias[out];
  global float *to = output + (out * 2 * tiles_y + 2 * ty) * 2 * tiles_x + 2 * tx;
  vstore2(fmax((float2)(top.x + top.y + top.z, top.y - top.z - top.w) + add, 0.0f), 0, to);
  vstore2(fmax((float2)(bottom.x + bottom.y + bottom.z, bottom.y - bottom.z - bottom.w) + add, 0.0f), 0,
          to + 2 * tiles_x);
}
