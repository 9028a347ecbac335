// Replicated sets without tombstones (ORSWOT, as in Riak and other CRDT stores): the state of another node is merged into ours, many
// documents at a time. An item is one document; both lists are sorted by element. An element that only one side has is kept if the
// other side's clock hasn't seen the event (dot) that added it; else it was removed there.
//   ours, theirs          elements: element (less than 0xffffffff), dot (replica << 28 | counter)
//   ours_ptr, theirs_ptr  first element of each document, ndocuments + 1 of them
//   our_clock, their_clock   ndocuments x REPLICAS, the last event seen of each
//   merged                elements of a document from ours_ptr + theirs_ptr on
//   clock                 merged clocks
//   result                of each document: elements, taken over, removed, concurrent additions
//   ndocuments
#define REPLICAS 8
#define NONE 0xffffffffu

bool seen(const uint dot, __global const uint *clock)
{
    return (dot & 0x0fffffffu) <= clock[dot >> 28];
}

__kernel void orswot_merge(__global const uint2 *restrict ours,
                           __global const int *restrict ours_ptr,
                           __global const uint *restrict our_clock,
                           __global const uint2 *restrict theirs,
                           __global const int *restrict theirs_ptr,
                           __global const uint *restrict their_clock,
                           __global uint2 *restrict merged,
                           __global uint *restrict clock,
                           __global int4 *restrict result,
                           const int ndocuments)
{
    const int id = get_global_id(0);
    if (id >= ndocuments)
        return;
    __global const uint *mine = our_clock + id * REPLICAS;
    __global const uint *other = their_clock + id * REPLICAS;
    int i = ours_ptr[id];
    int j = theirs_ptr[id];
    const int i_end = ours_ptr[id + 1];
    const int j_end = theirs_ptr[id + 1];
    const int first = i + j;
    int n = first;
    int taken = 0;
    int removed = 0;
    int concurrent = 0;
    while (i < i_end || j < j_end) {
        const uint2 a = i < i_end ? ours[i] : (uint2)(NONE, 0);
        const uint2 b = j < j_end ? theirs[j] : (uint2)(NONE, 0);
        if (a.x < b.x) {
            i++;
            if (seen(a.y, other))
                removed++;
            else
                merged[n++] = a;
        } else if (b.x < a.x) {
            j++;
            if (!seen(b.y, mine)) {
                merged[n++] = b;
                taken++;
            }
        } else {
            i++;
            j++;
            if (a.y == b.y) {
                merged[n++] = a;
                continue;
            }
            const bool keep_a = !seen(a.y, other);
            const bool keep_b = !seen(b.y, mine);
            if (keep_a && keep_b) {
                concurrent++;
                merged[n++] = (uint2)(a.x, max(a.y, b.y));
            } else if (keep_a || keep_b) {
                merged[n++] = keep_a ? a : b;
                taken += keep_b;
            } else {
                removed++;
            }
        }
    }
    for (int r = 0; r < REPLICAS; r++)
        clock[id * REPLICAS + r] = max(mine[r], other[r]);
    result[id] = (int4)(n - first, taken, removed, concurrent);
}
