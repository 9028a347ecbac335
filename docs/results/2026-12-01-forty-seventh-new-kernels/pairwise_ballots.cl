// Elections: how many voters put each candidate before each other one, for the methods of Condorcet and Schulze: an item goes through some of
// the different ballots, a group adds them up in local memory before it adds to the sums of all. Who is not ranked is behind who is.
//   ballot     nballots x PLACES: candidates in order of preference, 255 where the voter stopped
//   copies     of each ballot: how many voters cast it
//   pair       ncandidates x ncandidates: voters that prefer the row's to the column's; added to
//   counts     valid, empty and spoiled (a candidate twice, or none of that number); added to
//   nballots, ncandidates (at most CANDIDATES)
#define PLACES 8
#define CANDIDATES 24
#define ITEMS 64

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void pairwise_ballots(__global const uchar *restrict ballot,
                      __global const int *restrict copies,
                      __global int *restrict pair,
                      __global int *restrict counts,
                      const int nballots,
                      const int ncandidates)
{
    __local int before[CANDIDATES * CANDIDATES];
    __local int kinds[3];
    const int lid = get_local_id(0);
    const int cells = ncandidates * ncandidates;
    for (int k = lid; k < cells; k += ITEMS)
        before[k] = 0;
    if (lid < 3)
        kinds[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = get_global_id(0); b < nballots; b += get_global_size(0)) {
        const int voters = copies[b];
        uint ranked = 0;
        int places = 0;
        bool spoiled = false;
        for (; places < PLACES; places++) {
            const int c = ballot[b * PLACES + places];
            if (c == 255)
                break;
            if (c >= ncandidates || (ranked >> c & 1)) {
                spoiled = true;
                break;
            }
            ranked |= 1u << c;
        }
        if (spoiled || places == 0) {
            atomic_add(&kinds[spoiled ? 2 : 1], voters);
            continue;
        }
        atomic_add(&kinds[0], voters);
        uint behind = (1u << ncandidates) - 1;
        for (int p = 0; p < places; p++) {
            const int c = ballot[b * PLACES + p];
            behind &= ~(1u << c);
            for (uint rest = behind; rest; rest &= rest - 1)
                atomic_add(&before[c * ncandidates + 31 - (int)clz(rest & -rest)], voters);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < cells; k += ITEMS)
        if (before[k])
            atomic_add(&pair[k], before[k]);
    if (lid < 3 && kinds[lid])
        atomic_add(&counts[lid], kinds[lid]);
}
