// Filter before the compression of arrays of 32-bit values: the difference (or the exclusive or) with
// the value before, then the bits of a block are laid out plane by plane. 32 values a work-item.
__kernel void bitshuffle_blocks(__global const uint4 *restrict values,
                                __global uint *restrict planes,
                                const uint ngroups,
                                const uint groups_per_block,
                                const uint use_xor)
{
    const uint g = get_global_id(0);
    if (g >= ngroups)
        return;

    uint x[32];
    for (uint k = 0; k < 8; k++) {
        const uint4 q = values[g * 8 + k];
        x[4 * k] = q.x;
        x[4 * k + 1] = q.y;
        x[4 * k + 2] = q.z;
        x[4 * k + 3] = q.w;
    }

    const uint block = g / groups_per_block;
    const uint in_block = g - block * groups_per_block;
    uint before = in_block ? values[g * 8 - 1].w : 0;
    for (uint k = 0; k < 32; k++) {
        const uint now = x[k];
        const uint d = now - before;
        x[k] = use_xor ? now ^ before : (d << 1) ^ (0u - (d >> 31));     // zigzag
        before = now;
    }

    uint m = 0x0000ffffu;
    for (uint j = 16; j != 0; j >>= 1, m ^= m << j) {
        for (uint k = 0; k < 32; k = ((k | j) + 1) & ~j) {
            const uint t = ((x[k] >> j) ^ x[k | j]) & m;
            x[k] ^= t << j;
            x[k | j] ^= t;
        }
    }

    const uint first = block * groups_per_block;
    const uint here = min(groups_per_block, ngroups - first);            // the last block may be short
    __global uint *out = planes + first * 32 + in_block;
    for (uint b = 0; b < 32; b++)
        out[b * here] = x[b];
}
