/* Decompression of independent LZ4 blocks of 4096 bytes, one block per work-item. */
#define BLOCK 4096

__kernel void lz4_unpack(__global const uchar *packed, __global const uint *offsets, __global uchar *plain, __global uint *sizes, int blocks)
{
	int b = get_global_id(0);
	if (b >= blocks)
		return;

	__global const uchar *in = packed + offsets[b];
	__global const uchar *end = packed + offsets[b + 1];
	__global uchar *out = plain + (size_t)b * BLOCK;
	int at = 0;

	while (in < end) {
		int token = *in++;

		/* literals */
		int run = token >> 4;
		if (run == 15) {
			int more = 255;
			while (more == 255 && in < end) {
				more = *in++;
				run += more;
			}
		}
		run = min(run, min((int)(end - in), BLOCK - at));
		for (int k = 0; k < run; k++)
			out[at + k] = in[k];
		in += run;
		at += run;
		if (end - in < 2)
			break;

		/* match */
		int back = in[0] | (in[1] << 8);
		in += 2;
		int length = token & 15;
		if (length == 15) {
			int more = 255;
			while (more == 255 && in < end) {
				more = *in++;
				length += more;
			}
		}
		length = min(length + 4, BLOCK - at);
		if (back == 0 || back > at)
			break;
		for (int k = 0; k < length; k++, at++)
			out[at] = out[at - back];
	}
	sizes[b] = at;
}
