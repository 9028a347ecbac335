/* Column store: sum and count of the values in [low, high] of a frame-of-reference column. 256 values per frame, bit-packed
 * at the frame's own width; frames wholly outside (by their zone map) are skipped, one frame per work-group turn. */
#define LANES 64
#define FRAME 256

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void pfor_scan_sum(__global const uint *restrict packed, __global const uint *restrict start,
                   __global const int *restrict base, __global const int *restrict top,
                   __global const uchar *restrict width, __global long *restrict sums,
                   __global int *restrict counts, const int frames, const int low, const int high)
{
    __local long part_sum[LANES];
    __local int part_count[LANES];
    const int lid = get_local_id(0);
    long sum = 0;
    int count = 0;

    for (int f = get_group_id(0); f < frames; f += get_num_groups(0)) {
        const int floor_value = base[f];
        if (floor_value > high || top[f] < low)
            continue;
        const uint bits = width[f];
        const uint mask = bits == 32 ? 0xffffffffu : (1u << bits) - 1;
        __global const uint *words = packed + start[f];
        for (int i = lid; i < FRAME; i += LANES) {
            const uint bit = i * bits, w = bit >> 5, s = bit & 31;
            const ulong two = ((ulong)words[w + 1] << 32) | words[w];
            const int value = floor_value + (int)((uint)(two >> s) & mask);
            if (value >= low && value <= high) {
                sum += value;
                count++;
            }
        }
    }
    part_sum[lid] = sum;
    part_count[lid] = count;
    for (int h = LANES / 2; h > 0; h >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < h) {
            part_sum[lid] += part_sum[lid + h];
            part_count[lid] += part_count[lid + h];
        }
    }
    if (lid == 0) {
        sums[get_group_id(0)] = part_sum[0];
        counts[get_group_id(0)] = part_count[0];
    }
}
