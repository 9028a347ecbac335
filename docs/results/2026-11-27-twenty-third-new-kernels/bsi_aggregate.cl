/* Column store: SELECT sum(amount), count(*) WHERE lo <= price <= hi over bit-sliced indexes, for several queries at
 * once (second dimension). A slice holds one bit of the value of every row, 256 rows per ulong4, highest slice last. */
#define GROUP 64

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void bsi_aggregate(__global const ulong4 *restrict price, __global const ulong4 *restrict amount,
                   __global const ulong4 *restrict alive, __global const uint2 *restrict bounds,
                   __global ulong2 *restrict result, const int vectors, const int price_bits, const int amount_bits)
{
    __local ulong2 part[GROUP];
    const int lid = get_local_id(0);
    const uint2 range = bounds[get_global_id(1)];
    ulong sum = 0, count = 0;

    for (int v = get_global_id(0); v < vectors; v += get_global_size(0)) {
        const ulong4 exists = alive[v];
        ulong4 eq_lo = exists, eq_hi = exists, above = (ulong4)(0), under = (ulong4)(0);
        for (int b = price_bits - 1; b >= 0; b--) {
            const ulong4 s = price[b * vectors + v];
            if ((range.x >> b) & 1) {
                eq_lo &= s;
            } else {
                above |= eq_lo & s;
                eq_lo &= ~s;
            }
            if ((range.y >> b) & 1) {
                under |= eq_hi & ~s;
                eq_hi &= s;
            } else {
                eq_hi &= ~s;
            }
            const ulong4 open = eq_lo | eq_hi;
            if ((open.x | open.y | open.z | open.w) == 0)
                break;
        }
        const ulong4 hit = (above | eq_lo) & (under | eq_hi);
        const ulong4 hits = popcount(hit);
        const ulong found = hits.x + hits.y + hits.z + hits.w;
        if (found == 0)
            continue;
        count += found;
        for (int b = 0; b < amount_bits; b++) {
            const ulong4 c = popcount(hit & amount[b * vectors + v]);
            sum += (c.x + c.y + c.z + c.w) << b;
        }
    }

    part[lid] = (ulong2)(sum, count);
    for (int half_size = GROUP / 2; half_size > 0; half_size >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < half_size)
            part[lid] += part[lid + half_size];
    }
    if (lid == 0)
        result[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = part[0];
}
