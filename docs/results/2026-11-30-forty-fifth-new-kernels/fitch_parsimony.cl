// Parsimony of many trees for one alignment (Fitch 1971; packed in bits as in Parsimonator and TNT): an item is one word of 32 sites of one
// tree. For each base a bit tells whether it may stand at a node; children that share no base cost a change. Changes are summed over the
// group.
//   tip        ntaxa x nwords: bits of A, C, G, T; all four where a site is a gap
//   child      ntrees x (ntaxa - 1): the two children of each inner node, children first; tips are 0 to ntaxa - 1, then inner nodes
//   inner      ntrees x (ntaxa - 1) x nwords: bits of the inner nodes; written
//   changes    ntrees x groups of the first dimension
//   ntaxa, nwords, ntrees
//   local size: at most MAX_ITEMS x 1
#define MAX_ITEMS 128

__kernel void fitch_parsimony(__global const uint4 *restrict tip,
                              __global const int2 *restrict child,
                              __global uint4 *inner,
                              __global int *restrict changes,
                              const int ntaxa,
                              const int nwords,
                              const int ntrees)
{
    __local int part[MAX_ITEMS];
    const int word = get_global_id(0);
    const int tree = get_global_id(1);
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    const int nodes = ntaxa - 1;
    int sum = 0;
    if (word < nwords && tree < ntrees) {
        __global const int2 *pair = child + tree * nodes;
        __global uint4 *own = inner + tree * nodes * nwords + word;
        for (int k = 0; k < nodes; k++) {
            const int2 of = pair[k];
            const uint4 left = of.x < ntaxa ? tip[of.x * nwords + word] : own[(of.x - ntaxa) * nwords];
            const uint4 right = of.y < ntaxa ? tip[of.y * nwords + word] : own[(of.y - ntaxa) * nwords];
            const uint4 both = left & right;
            const uint none = ~(both.x | both.y | both.z | both.w);
            sum += popcount(none);
            own[k * nwords] = both | ((left | right) & (uint4)(none));
        }
    }
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = items; n > 1; n = (n + 1) / 2) {
        const int half_of = (n + 1) / 2;
        if (lid + half_of < n)
            part[lid] += part[lid + half_of];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0 && tree < ntrees)
        changes[tree * get_num_groups(0) + get_group_id(0)] = part[0];
}
