// Patterns of attacks in the payloads of packets (Aho and Corasick 1975; on a GPU as in Gnort and Suricata): an item is one packet. Bytes
// are mapped to classes (letters' case is dropped), every class of a state has its next state. The states next to the root, where most
// of the time goes, are kept in local memory.
//   payload    all packets, one after the other
//   begin      first byte of each packet, npackets + 1 of them
//   class_of   of each byte
//   next       nstates x nclasses: state, ENDS added if a pattern ends there
//   pattern    of each state: pattern that ends there (the longest), or -1
//   severity   of each pattern
//   alert      of each packet: first pattern or -1, where it ended, matches, greatest severity
//   npackets, nclasses, nhot (states in local memory; nhot x nclasses is at most HOT), enough (matches to stop after)
#define HOT 6144
#define ENDS 0x8000

__kernel void packet_patterns(__global const uchar *restrict payload,
                              __global const int *restrict begin,
                              __global const uchar *restrict class_of,
                              __global const ushort *restrict next,
                              __global const short *restrict pattern,
                              __global const uchar *restrict severity,
                              __global int4 *restrict alert,
                              const int npackets,
                              const int nclasses,
                              const int nhot,
                              const int enough)
{
    __local ushort hot[HOT];
    __local uchar classes[256];
    const int id = get_global_id(0);
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    const int warm = nhot * nclasses;
    for (int k = lid; k < warm; k += items)
        hot[k] = next[k];
    for (int k = lid; k < 256; k += items)
        classes[k] = class_of[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id >= npackets)
        return;
    const int from = begin[id];
    const int end = begin[id + 1];
    int state = 0;
    int first = -1;
    int where = -1;
    int matches = 0;
    int worst = 0;
    for (int k = from; k < end; k++) {
        const int at = state * nclasses + classes[payload[k]];
        const ushort to = at < warm ? hot[at] : next[at];
        state = to & (ENDS - 1);
        if (to & ENDS) {
            const int p = pattern[state];
            if (first < 0) {
                first = p;
                where = k - from;
            }
            worst = max(worst, (int)severity[p]);
            if (++matches >= enough)
                break;
        }
    }
    alert[id] = (int4)(first, where, matches, worst);
}
