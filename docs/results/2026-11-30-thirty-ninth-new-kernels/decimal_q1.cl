// Pricing summary of order lines (the first TPC-H query) in exact decimals: products of fixed-point columns, the sums
// of the charges in 128 bits, rows grouped by two flags, one table of partial sums a work-group.
#define GROUPS 6
#define FIELDS 7                                                          // count, quantity, base, price x2, charge x2
#define WG 32

static inline void add128(__local ulong *low, __local ulong *high, const ulong l, const ulong h)
{
    const ulong sum = *low + l;
    *high += h + (sum < l ? 1UL : 0UL);
    *low = sum;
}

__kernel void decimal_q1(__global const int *restrict ship_date,
                         __global const uchar *restrict return_flag,      // A, N or R
                         __global const uchar *restrict line_status,      // F or O
                         __global const int *restrict quantity,
                         __global const long *restrict price,             // hundredths
                         __global const uchar2 *restrict rates,           // discount and tax, hundredths
                         __global ulong *restrict partial,                // work-groups x GROUPS x FIELDS
                         const int nrows,
                         const int last_date)
{
    __local ulong table[WG][GROUPS * FIELDS];
    const int lid = get_local_id(0);
    __local ulong *mine = table[lid];
    for (int i = 0; i < GROUPS * FIELDS; i++)
        mine[i] = 0;

    for (int row = get_global_id(0); row < nrows; row += get_global_size(0)) {
        if (ship_date[row] > last_date)
            continue;
        const uchar flag = return_flag[row];
        const int group = (flag == 'A' ? 0 : flag == 'N' ? 2 : 4) + (line_status[row] == 'O' ? 1 : 0);
        const uchar2 rate = rates[row];
        const ulong base = (ulong)price[row];
        const ulong net = base * (ulong)(100 - rate.x);
        const ulong charge_low = net * (ulong)(100 + rate.y);
        const ulong charge_high = mul_hi(net, (ulong)(100 + rate.y));
        __local ulong *slot = mine + group * FIELDS;
        slot[0] += 1;
        slot[1] += (ulong)quantity[row];
        slot[2] += base;
        add128(slot + 3, slot + 4, net, 0UL);
        add128(slot + 5, slot + 6, charge_low, charge_high);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int g = lid; g < GROUPS * 4; g += WG) {                          // a sum a work-item, across the tables
        const int group = g / 4;
        const int what = g % 4;
        __global ulong *out = partial + (get_group_id(0) * GROUPS + group) * FIELDS;
        if (what < 2) {
            ulong a = 0;
            ulong b = 0;
            for (int t = 0; t < WG; t++) {
                a += table[t][group * FIELDS + what];
                b += what ? 0UL : table[t][group * FIELDS + 2];
            }
            out[what] = a;
            if (what == 0)
                out[2] = b;
        } else {
            const int field = what == 2 ? 3 : 5;
            ulong low = 0;
            ulong high = 0;
            for (int t = 0; t < WG; t++) {
                const ulong l = table[t][group * FIELDS + field];
                low += l;
                high += table[t][group * FIELDS + field + 1] + (low < l ? 1UL : 0UL);
            }
            out[field] = low;
            out[field + 1] = high;
        }
    }
}
