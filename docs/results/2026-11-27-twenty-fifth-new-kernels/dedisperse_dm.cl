/* Radio astronomy: incoherent dedispersion of 8-bit filterbank data, [channel][sample]. Each work-item sums four
 * neighbouring samples of one trial; channels masked for interference are left out. global = (samples / 4, trials). */
__kernel void dedisperse_dm(__global const uchar *restrict filterbank, __global const int *restrict delay,
                            __global const uchar *restrict masked, __global float4 *restrict series,
                            __global float *restrict peak, const int channels, const int stride, const int quads)
{
    __local float highest[64];
    const int q = get_global_id(0), trial = get_global_id(1), lid = get_local_id(0);
    __global const int *shift = delay + trial * channels;

    uint4 sum = (uint4)(0);
    uint used = 0;
    for (int c = 0; c < channels; c++) {
        if (masked[c])
            continue;
        const uchar4 v = vload4(0, filterbank + (size_t)c * stride + q * 4 + shift[c]);
        sum += convert_uint4(v);
        used++;
    }
    const float4 mean = convert_float4(sum) / (float)max(used, 1u) - 96.0f;
    series[trial * quads + q] = mean;

    highest[lid] = fmax(fmax(mean.x, mean.y), fmax(mean.z, mean.w));
    for (int h = get_local_size(0) / 2; h > 0; h >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < h)
            highest[lid] = fmax(highest[lid], highest[lid + h]);
    }
    if (lid == 0)
        peak[trial * get_num_groups(0) + get_group_id(0)] = highest[0];
}
