// Learning to rank, blockwise QuickScorer: the trees' false nodes by feature in ascending threshold; each one
// clears the leaves of its left subtree; the lowest leaf left in a tree's bit vector is the exit leaf.
#define BLOCK_TREES 32
#define LEAVES 64

__kernel void quickscorer_rank(__global const float *restrict features,      // ndocs x nfeatures
                               __global const uint *restrict node_ptr,       // (nblocks x nfeatures) + 1
                               __global const float *restrict threshold,
                               __global const uchar *restrict node_tree,     // tree within the block
                               __global const ulong *restrict node_mask,
                               __global const float *restrict leaf_value,    // tree x LEAVES
                               __global float *restrict score,
                               const int ndocs,
                               const int nfeatures,
                               const int ntrees)
{
    const int doc = get_global_id(0);
    if (doc >= ndocs)
        return;

    __global const float *x = features + (size_t)doc * nfeatures;
    float sum = 0.0f;
    ulong live[BLOCK_TREES];

    for (int first = 0, block = 0; first < ntrees; first += BLOCK_TREES, block++) {
        for (int t = 0; t < BLOCK_TREES; t++)
            live[t] = ~0ul;

        for (int f = 0; f < nfeatures; f++) {
            const float xf = x[f];
            const uint end = node_ptr[block * nfeatures + f + 1];
            for (uint e = node_ptr[block * nfeatures + f]; e < end && xf > threshold[e]; e++)
                live[node_tree[e]] &= node_mask[e];
        }

        const int count = min(BLOCK_TREES, ntrees - first);
        for (int t = 0; t < count; t++) {
            const ulong low = live[t] & (~live[t] + 1ul);
            sum += leaf_value[(first + t) * LEAVES + 63 - (int)clz(low)];
        }
    }
    score[doc] = sum;
}
