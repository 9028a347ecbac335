// Network telemetry: a count-min sketch of flow keys. Four rows of counters, a multiply-shift hash each; every work-item
// takes keys a whole range apart, and notes the estimate that it saw for each.
__constant uint odd_factor[4] = {0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du, 0x27D4EB2Fu};
__constant uint addend[4] = {0x165667B1u, 0xD3A2646Cu, 0xFD7046C5u, 0xB55A4F09u};

__kernel void count_min_update(__global const uint *flow_keys, volatile __global uint *sketch, __global uint *estimate,
                               int packets, int log2_width)
{
    const size_t stride = get_global_size(0);
    for (size_t i = get_global_id(0); i < (size_t)packets; i += stride) {
        uint key = flow_keys[i];
        key ^= key >> 15;
        uint least = UINT_MAX;
        for (int row = 0; row < 4; ++row) {
            const uint column = (key * odd_factor[row] + addend[row]) >> (32 - log2_width);
            const uint before = atomic_inc(&sketch[((uint)row << log2_width) + column]);
            least = min(least, before);
        }
        estimate[i] = least + 1u;
    }
}
