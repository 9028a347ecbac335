/* Binary neural network: 3x3 convolution of bit-packed activations with bit-packed weights by xnor and popcount, followed by
 * batch norm folded to a threshold per channel. Each work-item makes one word, 32 output channels of one pixel.
 * activations [y][x][words_in], weights [channel][3*3][words_in], result [y][x][words_out] */

__kernel void xnor_conv3(__global const uint *activations, __global const uint *weights, __global const short *thresholds,
                         __global uint *result, int width, int height, int words_in, int words_out)
{
    const int word = get_global_id(0);
    const int x = get_global_id(1);
    const int y = get_global_id(2);
    if (word >= words_out || x >= width || y >= height)
        return;

    const int ky0 = (y == 0), ky1 = (y == height - 1) ? 2 : 3;
    const int kx0 = (x == 0), kx1 = (x == width - 1) ? 2 : 3;
    const int taps = (ky1 - ky0) * (kx1 - kx0);
    const int bits = taps * words_in * 32;

    uint packed = 0;
    for (int o = 0; o < 32; o++) {
        const int channel = word * 32 + o;
        __global const uint *w = weights + channel * 9 * words_in;
        int differing = 0;
        for (int ky = ky0; ky < ky1; ky++) {
            for (int kx = kx0; kx < kx1; kx++) {
                __global const uint *a = activations + ((y + ky - 1) * width + (x + kx - 1)) * words_in;
                __global const uint *k = w + (ky * 3 + kx) * words_in;
                for (int i = 0; i < words_in; i++)
                    differing += popcount(a[i] ^ k[i]);
            }
        }
        if (bits - 2 * differing > thresholds[channel])
            packed |= 1u << o;
    }
    result[(y * width + x) * words_out + word] = packed;
}
