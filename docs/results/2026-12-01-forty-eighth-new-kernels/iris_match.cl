// Biometrics: distances of iris codes (masked Hamming distance, least of several rotations, scaled by the bits compared; Daugman 2007): an
// item is one code of the gallery, a row of groups one probe. The group puts the rotated probe to local memory.
//   probe      nprobes x WORDS: bits of 8 bands of 256 angles
//   probe_mask nprobes x WORDS: bits that can be used
//   gallery    WORDS x ngallery
//   mask       WORDS x ngallery
//   distance_to nprobes x ngallery: 2 where too few bits were left
//   turn       nprobes x ngallery: rotation of the least one
//   matches    of each probe: how many are below `same`; added to
//   ngallery, reach (rotations to either side, at most REACH), least (bits), same (distance)
//   local size: 1 in y
#define WORDS 64
#define BAND 8                                                             // words
#define REACH 10

__kernel void iris_match(__global const uint *restrict probe,
                         __global const uint *restrict probe_mask,
                         __global const uint *restrict gallery,
                         __global const uint *restrict mask,
                         __global float *restrict distance_to,
                         __global char *restrict turn,
                         __global int *restrict matches,
                         const int ngallery,
                         const int reach,
                         const int least,
                         const float same)
{
    __local uint2 turned[(2 * REACH + 1) * WORDS];
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    const int id = get_global_id(0);
    const int p = get_group_id(1);
    const int turns = 2 * reach + 1;
    for (int k = lid; k < turns * WORDS; k += items) {
        const int w = k % WORDS;
        const int bit = (32 * (w % BAND) + k / WORDS - reach) & (32 * BAND - 1);
        const int from = p * WORDS + w / BAND * BAND;
        const int near = from + bit / 32;
        const int far = from + (bit / 32 + 1) % BAND;
        const int by = bit % 32;
        uint2 v = (uint2)(probe[near], probe_mask[near]);
        if (by)
            v = v >> (uint2)(by, by) | (uint2)(probe[far], probe_mask[far]) << (uint2)(32 - by, 32 - by);
        turned[k] = v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id >= ngallery)
        return;
    uint code[WORDS], good[WORDS];
    for (int w = 0; w < WORDS; w++) {
        code[w] = gallery[w * ngallery + id];
        good[w] = mask[w * ngallery + id];
    }
    float best = 2.0f;
    int best_turn = 0;
    for (int t = 0; t < turns; t++) {
        uint bits = 0;
        uint differ = 0;
        for (int w = 0; w < WORDS; w++) {
            const uint2 v = turned[t * WORDS + w];
            const uint both = v.y & good[w];
            bits += popcount(both);
            differ += popcount((v.x ^ code[w]) & both);
        }
        if ((int)bits < least)
            continue;
        const float raw = (float)differ / bits;
        const float scaled = 0.5f - (0.5f - raw) * sqrt(bits / 911.0f);
        if (scaled < best) {
            best = scaled;
            best_turn = t - reach;
        }
    }
    distance_to[p * ngallery + id] = best;
    turn[p * ngallery + id] = best_turn;
    if (best < same)
        atomic_inc(&matches[p]);
}
