/* Cryptanalysis: Pollard rho on an elliptic curve over 2^61 - 1. Additive walks with 32 precomputed steps; each
 * work-item runs eight walks and shares one inversion among them (Montgomery's trick). Distinguished points are counted
 * and the last one of each walk is kept. */
#define P 0x1fffffffffffffffUL
#define WALKS 8
#define STEPS 32

static ulong reduce61(const ulong a)
{
    const ulong r = (a & P) + (a >> 61);
    return r >= P ? r - P : r;
}

static ulong mul61(const ulong a, const ulong b)
{
    const ulong lo = a * b, hi = mul_hi(a, b);
    return reduce61((lo & P) + ((hi << 3) | (lo >> 61)));
}

static ulong sub61(const ulong a, const ulong b)
{
    return a >= b ? a - b : a + P - b;
}

static ulong square_times(ulong a, const int n)
{
    for (int i = 0; i < n; i++)
        a = mul61(a, a);
    return a;
}

/* a^(p-2), p - 2 = 2^61 - 3: 59 ones, a zero, a one */
static ulong inverse61(const ulong a)
{
    const ulong a2 = mul61(square_times(a, 1), a);
    const ulong a4 = mul61(square_times(a2, 2), a2);
    const ulong a8 = mul61(square_times(a4, 4), a4);
    const ulong a16 = mul61(square_times(a8, 8), a8);
    const ulong a32 = mul61(square_times(a16, 16), a16);
    const ulong a48 = mul61(square_times(a32, 16), a16);
    const ulong a56 = mul61(square_times(a48, 8), a8);
    const ulong a58 = mul61(square_times(a56, 2), a2);
    const ulong a59 = mul61(square_times(a58, 1), a);
    return mul61(square_times(a59, 2), a);
}

__kernel void rho_walk61(__global ulong2 *restrict points, __constant ulong2 *restrict table,
                         __global ulong2 *restrict marked, __global uint *restrict hits, const int iterations,
                         const uint mark_mask)
{
    const int id = get_global_id(0), all = get_global_size(0);
    ulong2 at[WALKS];
    ulong before[WALKS];
    uint found = 0;
    for (int w = 0; w < WALKS; w++)
        at[w] = points[w * all + id];

    for (int n = 0; n < iterations; n++) {
        ulong product = 1;
        for (int w = 0; w < WALKS; w++) {
            const ulong d = sub61(table[at[w].x & (STEPS - 1)].x, at[w].x);
            before[w] = product;
            product = mul61(product, d ? d : 1);
        }
        ulong inv = inverse61(product);
        for (int w = WALKS - 1; w >= 0; w--) {
            const ulong2 p = at[w], q = table[p.x & (STEPS - 1)];
            const ulong d = sub61(q.x, p.x);
            const ulong slope = mul61(sub61(q.y, p.y), mul61(inv, before[w]));
            inv = mul61(inv, d ? d : 1);
            if (d == 0)
                continue;
            const ulong x = sub61(sub61(mul61(slope, slope), p.x), q.x);
            at[w] = (ulong2)(x, sub61(mul61(slope, sub61(p.x, x)), p.y));
            if ((x & mark_mask) == 0) {
                marked[w * all + id] = at[w];
                found++;
            }
        }
    }
    for (int w = 0; w < WALKS; w++)
        points[w * all + id] = at[w];
    hits[id] = found;
}
