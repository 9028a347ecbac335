// Secrets back from their shares over GF(256): a group a record, Lagrange weights at zero of the shares
// at hand, a product table of each in local memory, then the bytes of the record four at a time.
#define WG 64
#define MAX_SHARES 8

static inline uint gf_mul(uint a, uint b)
{
    uint r = 0;
    while (b) {
        if (b & 1u)
            r ^= a;
        a <<= 1;
        if (a & 0x100u)
            a ^= 0x11bu;
        b >>= 1;
    }
    return r;
}

static inline uint gf_inv(const uint a)          // a^254
{
    uint r = 1, sq = a;
    for (int i = 0; i < 7; i++) {
        sq = gf_mul(sq, sq);
        r = gf_mul(r, sq);
    }
    return r;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void shamir_combine(__global const uchar *restrict xs,           // nrecords x threshold
                    __global const uint *restrict shares,        // nrecords x threshold x words
                    __global uint *restrict secret,              // nrecords x words
                    const int threshold,
                    const int words)
{
    __local uchar weight[MAX_SHARES];
    __local uchar product[MAX_SHARES * 256];

    const int lid = get_local_id(0);
    const int record = get_group_id(0);
    __global const uchar *x = xs + record * threshold;

    if (lid < threshold) {
        uint num = 1, den = 1;
        for (int j = 0; j < threshold; j++) {
            if (j != lid) {
                num = gf_mul(num, x[j]);
                den = gf_mul(den, x[j] ^ x[lid]);
            }
        }
        weight[lid] = (uchar)gf_mul(num, gf_inv(den));
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = lid; i < threshold * 256; i += WG)
        product[i] = (uchar)gf_mul(i & 255, weight[i >> 8]);
    barrier(CLK_LOCAL_MEM_FENCE);

    __global const uint *in = shares + (size_t)record * threshold * words;
    __global uint *out = secret + (size_t)record * words;
    for (int w = lid; w < words; w += WG) {
        uint sum = 0;
        for (int s = 0; s < threshold; s++) {
            const uint v = in[s * words + w];
            __local const uchar *t = product + s * 256;
            sum ^= (uint)t[v & 255u] | (uint)t[(v >> 8) & 255u] << 8
                 | (uint)t[(v >> 16) & 255u] << 16 | (uint)t[v >> 24] << 24;
        }
        out[w] = sum;
    }
}
