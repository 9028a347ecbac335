/* Colour quantization: one assignment step of k-means over the pixels of an image. The palette lies in local memory; each
 * work-group gathers its sums there with atomics and adds them to the global ones at its end. */

#define MAX_COLOURS 64

__kernel void palette_kmeans(__global const uchar4 *pixels, __global const uchar4 *palette, __global uchar *assigned,
                             __global uint *sums, __global uint *error, int count, int colours, int per_item)
{
    __local int4 centre[MAX_COLOURS];
    __local uint local_sums[MAX_COLOURS * 4];
    __local uint local_error;

    const int lane = get_local_id(0), lanes = get_local_size(0);
    for (int k = lane; k < colours; k += lanes)
        centre[k] = convert_int4(palette[k]);
    for (int k = lane; k < colours * 4; k += lanes)
        local_sums[k] = 0;
    if (lane == 0)
        local_error = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint my_error = 0;
    const int first = get_group_id(0) * lanes * per_item + lane;
    for (int j = 0; j < per_item; j++) {
        const int i = first + j * lanes;
        if (i >= count)
            break;
        const int4 p = convert_int4(pixels[i]);
        int best = 0x7fffffff, which = 0;
        for (int k = 0; k < colours; k++) {
            const int4 d = p - centre[k];
            const int mean = (p.x + centre[k].x) >> 1;
            /* the "redmean" distance */
            const int far = (((512 + mean) * d.x * d.x) >> 8) + 4 * d.y * d.y + (((767 - mean) * d.z * d.z) >> 8);
            if (far < best) {
                best = far;
                which = k;
            }
        }
        assigned[i] = (uchar)which;
        my_error += (uint)best >> 4;
        atomic_add(&local_sums[4 * which], (uint)p.x);
        atomic_add(&local_sums[4 * which + 1], (uint)p.y);
        atomic_add(&local_sums[4 * which + 2], (uint)p.z);
        atomic_inc(&local_sums[4 * which + 3]);
    }
    atomic_add(&local_error, my_error);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = lane; k < colours * 4; k += lanes)
        if (local_sums[k])
            atomic_add(&sums[k], local_sums[k]);
    if (lane == 0)
        atomic_add(error, local_error);
}
