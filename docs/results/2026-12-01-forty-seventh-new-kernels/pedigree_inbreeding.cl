// Breeding of livestock: coefficients of inbreeding of the youngest generation (Meuwissen and Luo 1992): an item is one animal. It follows
// the pedigree back from the youngest ancestor to the oldest and sums the squares of the shares times the variance of Mendelian sampling.
//   parents    of each animal: sire, dam, -1 where unknown; parents have smaller numbers, those of the new ones are below `nold`
//   inbred     of each of the nold older animals: coefficient
//   fresh      of each new animal: coefficient
//   traced     of each new animal: ancestors met, negative if the list did not hold them all
//   nold, nnew
#define MOST 160

__kernel void pedigree_inbreeding(__global const int2 *restrict parents,
                                  __global const float *restrict inbred,
                                  __global float *restrict fresh,
                                  __global int *restrict traced,
                                  const int nold,
                                  const int nnew)
{
    const int id = get_global_id(0);
    if (id >= nnew)
        return;
    int who[MOST];                                                         // ascending, so that the youngest is the last
    float share[MOST];
    who[0] = nold + id;
    share[0] = 1.0f;
    int size = 1;
    int met = 0;
    bool whole = true;
    float sum = 0.0f;
    while (size > 0) {
        size--;
        const int2 of = parents[who[size]];
        const float part = share[size];
        float within = 1.0f;
        if (of.x >= 0)
            within -= 0.25f * (1.0f + inbred[of.x]);
        if (of.y >= 0)
            within -= 0.25f * (1.0f + inbred[of.y]);
        sum += part * part * within;
        met++;
        for (int side = 0; side < 2; side++) {
            const int parent = side ? of.y : of.x;
            if (parent < 0)
                continue;
            int at = size;
            while (at > 0 && who[at - 1] > parent)
                at--;
            if (at > 0 && who[at - 1] == parent) {
                share[at - 1] += 0.5f * part;
                continue;
            }
            if (size == MOST) {
                whole = false;
                continue;
            }
            for (int k = size; k > at; k--) {
                who[k] = who[k - 1];
                share[k] = share[k - 1];
            }
            who[at] = parent;
            share[at] = 0.5f * part;
            size++;
        }
    }
    fresh[id] = sum - 1.0f;
    traced[id] = whole ? met : -met;
}
