// Depth of field (NVIDIA's post-processing sample): pixels of four bytes in a tile with a halo in local memory, averaged
// over a disc, bright ones weighing more; loaded by four corners' worth of copies, clamped at the border.
kernel void disc_blur(global const uchar4 *restrict in, global uchar4 *restrict out, local uchar4 *tile, int width,
                      int height, int radius, float bright, float boost) {
  const int tw = get_local_size(0) + 2 * radius, th = get_local_size(1) + 2 * radius;
  const int left = get_group_id(0) * get_local_size(0) - radius, top = get_group_id(1) * get_local_size(1) - radius;
  for (int y = get_local_id(1); y < th; y += get_local_size(1))
    for (int x = get_local_id(0); x < tw; x += get_local_size(0))
      tile[y * tw + x] = in[clamp(top + y, 0, height - 1) * width + clamp(left + x, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float3 sum = (float3)(0.0f);
  float total = 0.0f;
  for (int v = -radius; v <= radius; ++v)
    for (int u = -radius; u <= radius; ++u) {
      if (u * u + v * v > radius * radius) continue;
      const float4 p = convert_float4(tile[(get_local_id(1) + radius + v) * tw + get_local_id(0) + radius + u]);
      const float grey = (p.x + p.y + p.z) * (1.0f / 3.0f);
      const float w = grey > bright ? boost : 1.0f;
      sum += w * p.xyz;
      total += w;
    }
  out[y * width + x] = convert_uchar4_sat((float4)(sum / total, 255.0f));
}
