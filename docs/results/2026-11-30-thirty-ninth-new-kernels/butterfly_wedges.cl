// Butterflies (cycles of four) of a bipartite graph, say of users and items: a user a work-group counts its wedges to
// earlier users in a hash table in local memory; c common items make c (c - 1) / 2 butterflies.
#define SLOTS 2048
#define NONE 0xffffffffu

__kernel void butterfly_wedges(__global const int *restrict user_ptr,
                               __global const int *restrict user_items,
                               __global const int *restrict item_ptr,
                               __global const uint *restrict item_users,  // ascending
                               __global ulong *restrict butterflies,
                               __global uint *restrict partners,
                               __global uint *restrict overflow,
                               const uint min_common)
{
    __local uint key[SLOTS];
    __local uint count[SLOTS];
    __local ulong total[64];
    __local uint lost;
    __local uint close;
    const int lid = get_local_id(0);
    const int wg = get_local_size(0);
    const uint user = get_group_id(0);
    for (int i = lid; i < SLOTS; i += wg) {
        key[i] = NONE;
        count[i] = 0;
    }
    if (lid == 0) {
        lost = 0;
        close = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int last = user_ptr[user + 1];
    for (int i = user_ptr[user] + lid; i < last; i += wg) {
        const int item = user_items[i];
        const int end = item_ptr[item + 1];
        for (int j = item_ptr[item]; j < end; j++) {
            const uint other = item_users[j];
            if (other >= user)
                break;
            uint slot = (other * 0x9e3779b1u) >> 21;
            int tries = 0;
            for (; tries < 64; tries++) {
                const uint held = key[slot];
                if (held == other)
                    break;
                if (held == NONE) {
                    const uint before = atomic_cmpxchg(&key[slot], NONE, other);
                    if (before == NONE || before == other)
                        break;
                }
                slot = (slot + 1) & (SLOTS - 1);
            }
            if (tries < 64)
                atomic_inc(&count[slot]);
            else
                atomic_inc(&lost);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    ulong sum = 0;
    uint near = 0;
    for (int i = lid; i < SLOTS; i += wg) {
        const uint c = count[i];
        if (c > 1)
            sum += (ulong)c * (c - 1) / 2;
        near += c >= min_common ? 1 : 0;
    }
    total[lid] = sum;
    if (near > 0)
        atomic_add(&close, near);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        for (int i = 1; i < wg; i++)
            sum += total[i];
        butterflies[user] = sum;
        partners[user] = close;
        overflow[user] = lost;
    }
}
