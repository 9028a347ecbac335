/* Password recovery: MD5 of eight-character candidates by mask. A work-item holds the last four characters and runs
 * through the choices of the first four, four at a time; a bitmap keeps most from the search among the digests.
 * digests = (a, b, c, d), sorted by a. */
#define F(x, y, z) bitselect(z, y, x)
#define G(x, y, z) bitselect(y, x, z)
#define H(x, y, z) ((x) ^ (y) ^ (z))
#define I(x, y, z) ((y) ^ ((x) | ~(z)))
#define STEP(f, a, b, c, d, m, k, s) a += f(b, c, d) + (m) + (uint4)(k); a = rotate(a, (uint4)(s)) + b;

static void check(const uint a, const uint b, const uint c, const uint d, const uint lane,
                  __global const uint *bitmap, __global const uint4 *digests, const uint digest_count,
                  __global volatile uint *hit_count, __global uint2 *hits, const uint capacity, const uint inner)
{
    const uint bit = a & 0xffff;
    if (!((bitmap[bit >> 5] >> (bit & 31)) & 1))
        return;
    uint lo = 0, hi = digest_count;
    while (lo < hi) {
        const uint mid = (lo + hi) / 2;
        if (digests[mid].x < a)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < digest_count && digests[lo].x == a && digests[lo].y == b && digests[lo].z == c && digests[lo].w == d) {
        const uint at = atomic_inc(hit_count);
        if (at < capacity)
            hits[at] = (uint2)((uint)get_global_id(0), inner * 4 + lane);
    }
}

__kernel void md5_mask(__global const uint *restrict left, __global const uint4 *restrict right,
                       __global const uint *restrict bitmap, __global const uint4 *restrict digests,
                       __global volatile uint *hit_count, __global uint2 *restrict hits, const uint left_count,
                       const uint inner_count, const uint digest_count, const uint capacity)
{
    const uint gid = get_global_id(0);
    if (gid >= left_count)
        return;
    const uint4 l = (uint4)(left[gid]), e = (uint4)(0x80u), n = (uint4)(64u), o = (uint4)(0u);

    for (uint i = 0; i < inner_count; i++) {
        const uint4 r = right[i];
        uint4 a = (uint4)(0x67452301u), b = (uint4)(0xefcdab89u), c = (uint4)(0x98badcfeu), d = (uint4)(0x10325476u);
        STEP(F, a, b, c, d, r, 0xd76aa478u, 7)  STEP(F, d, a, b, c, l, 0xe8c7b756u, 12) STEP(F, c, d, a, b, e, 0x242070dbu, 17) STEP(F, b, c, d, a, o, 0xc1bdceeeu, 22)
        STEP(F, a, b, c, d, o, 0xf57c0fafu, 7)  STEP(F, d, a, b, c, o, 0x4787c62au, 12) STEP(F, c, d, a, b, o, 0xa8304613u, 17) STEP(F, b, c, d, a, o, 0xfd469501u, 22)
        STEP(F, a, b, c, d, o, 0x698098d8u, 7)  STEP(F, d, a, b, c, o, 0x8b44f7afu, 12) STEP(F, c, d, a, b, o, 0xffff5bb1u, 17) STEP(F, b, c, d, a, o, 0x895cd7beu, 22)
        STEP(F, a, b, c, d, o, 0x6b901122u, 7)  STEP(F, d, a, b, c, o, 0xfd987193u, 12) STEP(F, c, d, a, b, n, 0xa679438eu, 17) STEP(F, b, c, d, a, o, 0x49b40821u, 22)
        STEP(G, a, b, c, d, l, 0xf61e2562u, 5)  STEP(G, d, a, b, c, o, 0xc040b340u, 9)  STEP(G, c, d, a, b, o, 0x265e5a51u, 14) STEP(G, b, c, d, a, r, 0xe9b6c7aau, 20)
        STEP(G, a, b, c, d, o, 0xd62f105du, 5)  STEP(G, d, a, b, c, o, 0x02441453u, 9)  STEP(G, c, d, a, b, o, 0xd8a1e681u, 14) STEP(G, b, c, d, a, o, 0xe7d3fbc8u, 20)
        STEP(G, a, b, c, d, o, 0x21e1cde6u, 5)  STEP(G, d, a, b, c, n, 0xc33707d6u, 9)  STEP(G, c, d, a, b, o, 0xf4d50d87u, 14) STEP(G, b, c, d, a, o, 0x455a14edu, 20)
        STEP(G, a, b, c, d, o, 0xa9e3e905u, 5)  STEP(G, d, a, b, c, e, 0xfcefa3f8u, 9)  STEP(G, c, d, a, b, o, 0x676f02d9u, 14) STEP(G, b, c, d, a, o, 0x8d2a4c8au, 20)
        STEP(H, a, b, c, d, o, 0xfffa3942u, 4)  STEP(H, d, a, b, c, o, 0x8771f681u, 11) STEP(H, c, d, a, b, o, 0x6d9d6122u, 16) STEP(H, b, c, d, a, n, 0xfde5380cu, 23)
        STEP(H, a, b, c, d, l, 0xa4beea44u, 4)  STEP(H, d, a, b, c, o, 0x4bdecfa9u, 11) STEP(H, c, d, a, b, o, 0xf6bb4b60u, 16) STEP(H, b, c, d, a, o, 0xbebfbc70u, 23)
        STEP(H, a, b, c, d, o, 0x289b7ec6u, 4)  STEP(H, d, a, b, c, r, 0xeaa127fau, 11) STEP(H, c, d, a, b, o, 0xd4ef3085u, 16) STEP(H, b, c, d, a, o, 0x04881d05u, 23)
        STEP(H, a, b, c, d, o, 0xd9d4d039u, 4)  STEP(H, d, a, b, c, o, 0xe6db99e5u, 11) STEP(H, c, d, a, b, o, 0x1fa27cf8u, 16) STEP(H, b, c, d, a, e, 0xc4ac5665u, 23)
        STEP(I, a, b, c, d, r, 0xf4292244u, 6)  STEP(I, d, a, b, c, o, 0x432aff97u, 10) STEP(I, c, d, a, b, n, 0xab9423a7u, 15) STEP(I, b, c, d, a, o, 0xfc93a039u, 21)
        STEP(I, a, b, c, d, o, 0x655b59c3u, 6)  STEP(I, d, a, b, c, o, 0x8f0ccc92u, 10) STEP(I, c, d, a, b, o, 0xffeff47du, 15) STEP(I, b, c, d, a, l, 0x85845dd1u, 21)
        STEP(I, a, b, c, d, o, 0x6fa87e4fu, 6)  STEP(I, d, a, b, c, o, 0xfe2ce6e0u, 10) STEP(I, c, d, a, b, o, 0xa3014314u, 15) STEP(I, b, c, d, a, o, 0x4e0811a1u, 21)
        STEP(I, a, b, c, d, o, 0xf7537e82u, 6)  STEP(I, d, a, b, c, o, 0xbd3af235u, 10) STEP(I, c, d, a, b, e, 0x2ad7d2bbu, 15) STEP(I, b, c, d, a, o, 0xeb86d391u, 21)
        a += (uint4)(0x67452301u); b += (uint4)(0xefcdab89u); c += (uint4)(0x98badcfeu); d += (uint4)(0x10325476u);

        check(a.x, b.x, c.x, d.x, 0, bitmap, digests, digest_count, hit_count, hits, capacity, i);
        check(a.y, b.y, c.y, d.y, 1, bitmap, digests, digest_count, hit_count, hits, capacity, i);
        check(a.z, b.z, c.z, d.z, 2, bitmap, digests, digest_count, hit_count, hits, capacity, i);
        check(a.w, b.w, c.w, d.w, 3, bitmap, digests, digest_count, hit_count, hits, capacity, i);
    }
}
