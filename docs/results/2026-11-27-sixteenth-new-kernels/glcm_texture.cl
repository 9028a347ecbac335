// Remote sensing: grey-level co-occurrence features (contrast, homogeneity, entropy) of 32x32 tiles.
__kernel void glcm_texture(__global const uchar *image, __global float *features,
                           __local uint *matrix, __local float *sums,
                           const int width, const int height, const int dx, const int dy)
{
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int lw = get_local_size(0), lh = get_local_size(1);
    const int lid = ly * lw + lx, count = lw * lh;
    const int x0 = get_group_id(0) * 32, y0 = get_group_id(1) * 32;

    for (int k = lid; k < 256; k += count)
        matrix[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int y = y0 + ly; y < y0 + 32; y += lh) {
        for (int x = x0 + lx; x < x0 + 32; x += lw) {
            const int xn = x + dx, yn = y + dy;
            if (x < width && y < height && xn < width && yn < height) {
                const int a = image[y * width + x] >> 4;
                const int b = image[yn * width + xn] >> 4;
                atomic_inc(&matrix[a * 16 + b]);
                atomic_inc(&matrix[b * 16 + a]);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const float scale = 1.0f / 2048.0f;
    float contrast = 0.0f, homogeneity = 0.0f, entropy = 0.0f;
    for (int k = lid; k < 256; k += count) {
        const uint hits = matrix[k];
        if (hits != 0) {
            const float p = hits * scale;
            const float d = (float)((k >> 4) - (k & 15));
            contrast += p * d * d;
            homogeneity += p / (1.0f + d * d);
            entropy -= p * log(p);
        }
    }
    sums[lid] = contrast;
    sums[count + lid] = homogeneity;
    sums[2 * count + lid] = entropy;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid < 3) {
        float total = 0.0f;
        for (int k = 0; k < count; ++k)
            total += sums[lid * count + k];
        features[(get_group_id(1) * get_num_groups(0) + get_group_id(0)) * 3 + lid] = total;
    }
}
