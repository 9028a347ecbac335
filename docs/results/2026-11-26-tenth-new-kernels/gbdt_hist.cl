// Gradient boosting: histogram of quantised gradients and hessians over the rows of one leaf.
// Bins of five features lie packed, six bits each, in a word (ELLPACK); words row-major by word
// column. A work-group takes one word column, a slice of the leaf's rows and one class (a tree a
// class; the leaf is shared).
#define BINS 64
#define PER_WORD 5

__kernel void gbdt_hist(__global const uint *restrict packed, __global const short2 *restrict gradient,
                        __global const uint *restrict leaf_rows, __global int *restrict histogram,
                        __local int *hist, const int n_rows, const int n_leaf, const int slice)
{
    const int lid = get_local_id(0), size = get_local_size(0);
    const int word = get_group_id(1), cls = get_group_id(2);
    __global const short2 *class_gradient = gradient + cls * n_rows;
    const int begin = get_group_id(0) * slice;
    const int end = min(begin + slice, n_leaf);

    for (int k = lid; k < PER_WORD * BINS * 2; k += size)
        hist[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = begin + lid; k < end; k += size) {
        const uint row = leaf_rows[k];
        const short2 gh = class_gradient[row];
        uint bins = packed[word * n_rows + row];
        #pragma unroll
        for (int f = 0; f < PER_WORD; f++) {
            __local int *h = hist + 2 * (f * BINS + (int)(bins & (BINS - 1)));
            atomic_add(h, (int)gh.x);
            atomic_add(h + 1, (int)gh.y);
            bins >>= 6;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    __global int *out = histogram + (cls * (int)get_num_groups(1) + word) * (PER_WORD * BINS * 2);
    for (int k = lid; k < PER_WORD * BINS * 2; k += size) {
        const int v = hist[k];
        if (v != 0)
            atomic_add(out + k, v);
    }
}
