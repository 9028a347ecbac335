// Base conversion of a ciphertext polynomial in residue form (homomorphic encryption): from the primes q
// to the primes p, exact by the rounded quotient of Halevi, Polyakov and Shoup.
#define MAX_SOURCE 24

typedef struct {
    ulong q;
    ulong inv;              // (Q / q)^-1 mod q
    ulong shoup;            // floor(inv 2^64 / q)
    double recip;           // 1 / q
} source_prime;

typedef struct {
    ulong p;
    ulong ratio0, ratio1;   // floor(2^128 / p)
    ulong whole;            // Q mod p
} target_prime;

static inline ulong reduce128(const ulong lo, const ulong hi, const target_prime t)
{
    const ulong c0 = mul_hi(lo, t.ratio0);
    const ulong l1 = lo * t.ratio1;
    const ulong h1 = mul_hi(lo, t.ratio1);
    const ulong s1 = l1 + c0;
    const ulong m = h1 + (s1 < l1);
    const ulong l2 = hi * t.ratio0;
    const ulong h2 = mul_hi(hi, t.ratio0);
    const ulong s2 = s1 + l2;
    const ulong quotient = hi * t.ratio1 + m + h2 + (s2 < l2);
    const ulong r = lo - quotient * t.p;
    return r >= t.p ? r - t.p : r;
}

__kernel void rns_baseconv(__global const ulong *restrict residue,      // nsource x n
                           __global const source_prime *restrict source,
                           __global const target_prime *restrict target,
                           __global const ulong *restrict punctured,    // Q / q_i mod p_j, ntarget x nsource
                           __global ulong *restrict out,                // ntarget x n
                           const int n,
                           const int nsource,
                           const int ntarget)
{
    const int k = get_global_id(0);
    if (k >= n)
        return;
    ulong y[MAX_SOURCE];
    double part = 0.0;
    for (int i = 0; i < nsource; i++) {
        const source_prime s = source[i];
        const ulong x = residue[(size_t)i * n + k];
        ulong r = x * s.inv - mul_hi(x, s.shoup) * s.q;
        r = r >= s.q ? r - s.q : r;
        y[i] = r;
        part += (double)r * s.recip;
    }
    const ulong times = (ulong)rint(part);

    for (int j = 0; j < ntarget; j++) {
        const target_prime t = target[j];
        ulong lo = 0;
        ulong hi = 0;
        for (int i = 0; i < nsource; i++) {
            const ulong w = punctured[j * nsource + i];
            const ulong l = y[i] * w;
            hi += mul_hi(y[i], w);
            lo += l;
            hi += lo < l;
        }
        const ulong sum = reduce128(lo, hi, t);
        const ulong over = reduce128(times * t.whole, mul_hi(times, t.whole), t);
        out[(size_t)j * n + k] = sum >= over ? sum - over : sum + t.p - over;
    }
}
