// Suppression masks of a detector's boxes, sorted by falling score: bit c of a row's word says that
// the row's box covers box c of that block of 64 too well. Words left of the diagonal are not used.
#define BLOCK 64

static inline float area(const float4 b)
{
    return (b.z - b.x) * (b.w - b.y);
}

__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void nms_mask64(__global const float4 *restrict boxes,
                __global const int *restrict labels,
                __global ulong *restrict mask,
                const int nboxes,
                const int nblocks,
                const float threshold)
{
    __local float4 other[BLOCK];
    __local int other_label[BLOCK];

    const int lid = get_local_id(0);
    const int row_block = get_group_id(0);
    const int col_block = get_group_id(1);
    const int row = row_block * BLOCK + lid;
    const int col0 = col_block * BLOCK;

    if (col0 + lid < nboxes) {
        other[lid] = boxes[col0 + lid];
        other_label[lid] = labels[col0 + lid];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (row_block > col_block || row >= nboxes)
        return;

    const float4 mine = boxes[row];
    const float mine_area = area(mine);
    const int label = labels[row];
    const int count = min(nboxes - col0, BLOCK);
    ulong bits = 0;
    for (int c = row_block == col_block ? lid + 1 : 0; c < count; c++) {
        if (other_label[c] != label)
            continue;
        const float4 b = other[c];
        const float w = fmin(mine.z, b.z) - fmax(mine.x, b.x);
        const float h = fmin(mine.w, b.w) - fmax(mine.y, b.y);
        const float inter = fmax(w, 0.0f) * fmax(h, 0.0f);
        if (inter > threshold * (mine_area + area(b) - inter))
            bits |= 1UL << c;
    }
    mask[row * nblocks + col_block] = bits;
}
