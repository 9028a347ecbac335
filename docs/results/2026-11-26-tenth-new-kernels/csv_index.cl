// Delimiter index of quoted CSV text, second pass: sixteen bytes a work-item; a tile's quote state
// and first output slot come from the first pass. Bit 31 marks a line's end.
#define GROUP 64

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void csv_index(__global const uchar *restrict text, __global const uchar *restrict tile_quoted,
               __global const uint *restrict tile_slot, __global uint *restrict fields, const uint n_bytes)
{
    __local uint scan[2][GROUP];
    const uint lid = get_local_id(0), tile = get_group_id(0);
    const uint at = get_global_id(0) * 16u;

    const uchar16 v = vload16(get_global_id(0), text);
    uchar b[16];
    vstore16(v, 0, b);
    uint quotes = 0, seps = 0, lines = 0;
    for (int k = 0; k < 16; k++) {
        quotes |= (uint)(b[k] == '"') << k;
        seps |= (uint)(b[k] == ',') << k;
        lines |= (uint)(b[k] == '\n') << k;
    }
    const uint left = at < n_bytes ? n_bytes - at : 0u;
    const uint valid = left >= 16u ? 0xffffu : (1u << left) - 1u;
    quotes &= valid;

    // quote parity before this chunk, then within it
    int cur = 0;
    scan[0][lid] = popcount(quotes) & 1u;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < GROUP; d <<= 1) {
        uint x = scan[cur][lid];
        if (lid >= d)
            x ^= scan[cur][lid - d];
        scan[cur ^ 1][lid] = x;
        cur ^= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint inside = tile_quoted[tile];
    if (lid > 0)
        inside ^= scan[cur][lid - 1];
    uint m = quotes;
    m ^= m << 1; m ^= m << 2; m ^= m << 4; m ^= m << 8;
    if (inside & 1u)
        m = ~m;
    uint marks = (seps | lines) & ~m & valid;

    // slots
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint count = popcount(marks);
    cur = 0;
    scan[0][lid] = count;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < GROUP; d <<= 1) {
        uint x = scan[cur][lid];
        if (lid >= d)
            x += scan[cur][lid - d];
        scan[cur ^ 1][lid] = x;
        cur ^= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint slot = tile_slot[tile] + scan[cur][lid] - count;
    while (marks) {
        const uint k = 31u - clz(marks & (0u - marks));
        fields[slot++] = (at + k) | ((lines >> k) & 1u) << 31;
        marks &= marks - 1u;
    }
}
