// Image scaling along x (Pillow, ImageMagick, FFmpeg's swscale): each output column has its own first input column and
// number of taps, worked out beforehand with the borders in mind; weights are normalised. RGBA bytes.
kernel void lanczos_rows(global const uchar4 *src, int src_stride, global uchar4 *dst, int dst_width, int height,
                         global const int *first, global const int *taps, global const float *weights, int max_taps)
{
	int x = get_global_id(0);
	int y = get_global_id(1);

	if (x >= dst_width || y >= height)
		return;

	global const uchar4 *line = src + y * src_stride + first[x];
	global const float *w = weights + x * max_taps;
	int n = taps[x];
	float4 acc = (float4)(0.0f, 0.0f, 0.0f, 0.0f);

	for (int k = 0; k < n; k++) {
		float4 c = convert_float4(line[k]);
		/* premultiply, so that hidden colours do not bleed */
		c.xyz *= c.w * (1.0f / 255.0f);
		acc += w[k] * c;
	}
	if (acc.w > 0.0f)
		acc.xyz *= 255.0f / acc.w;
	dst[y * dst_width + x] = convert_uchar4_sat_rte(acc);
}
