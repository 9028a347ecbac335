// im2col of one image in planar (CHW) layout, as used ahead of a GEMM convolution.
// One work-item per (channel, output row, output column) writes a ksize x ksize patch,
// each tap to its own row of the column matrix.
__kernel void im2col_nchw(const int n,
                          __global const float *restrict im,
                          const int height, const int width,
                          const int ksize, const int pad,
                          const int stride, const int dilation,
                          const int height_col, const int width_col,
                          __global float *restrict col)
{
    for (int index = get_global_id(0); index < n; index += get_global_size(0)) {
        const int w_out = index % width_col;
        const int h_index = index / width_col;
        const int h_out = h_index % height_col;
        const int c_im = h_index / height_col;
        const int h_in = h_out * stride - pad;
        const int w_in = w_out * stride - pad;
        const int plane = height_col * width_col;

        __global float *dst = col + c_im * ksize * ksize * plane + h_out * width_col + w_out;
        __global const float *src = im + c_im * height * width;

        for (int i = 0; i < ksize; i++) {
            const int h = h_in + i * dilation;
            for (int j = 0; j < ksize; j++) {
                const int w = w_in + j * dilation;
                float v = 0.0f;
                if (h >= 0 && h < height && w >= 0 && w < width)
                    v = src[h * width + w];
                *dst = v;
                dst += plane;
            }
        }
    }
}
