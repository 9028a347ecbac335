// Passwords tried against a volume header (hashcat's TrueCrypt and VeraCrypt modes): PBKDF2 with HMAC-Whirlpool, one password an
// item; the eight tables of the diffusion layer are brought into local memory first.
//   tables      8 x 256: row of the circulant matrix times the substituted byte, turned by a byte from table to table
//   rounds      10 round constants
//   password    nwords x 8 words, big endian, padded with zeros to 64 bytes
//   salt        8 words
//   key         nwords x 8 words, the first 64 bytes of the derived key
//   found       index + 1 of a password whose key begins with wanted (atomic), else as it was
//   nwords, iterations, block (which 64 bytes of the key, from 1), wanted
#define LOOKUP(w, i) \
    (t[0][(uchar)(w[(i) & 7] >> 56)] ^ t[1][(uchar)(w[((i) + 7) & 7] >> 48)] ^ t[2][(uchar)(w[((i) + 6) & 7] >> 40)] \
     ^ t[3][(uchar)(w[((i) + 5) & 7] >> 32)] ^ t[4][(uchar)(w[((i) + 4) & 7] >> 24)] ^ t[5][(uchar)(w[((i) + 3) & 7] >> 16)] \
     ^ t[6][(uchar)(w[((i) + 2) & 7] >> 8)] ^ t[7][(uchar)w[((i) + 1) & 7]])

void compress(ulong h[8], const ulong m[8], __local const ulong (*t)[256], __constant const ulong *rounds)
{
    ulong k[8], s[8], n[8];
    for (int i = 0; i < 8; i++) {
        k[i] = h[i];
        s[i] = m[i] ^ h[i];
    }
    for (int r = 0; r < 10; r++) {
#pragma unroll
        for (int i = 0; i < 8; i++)
            n[i] = LOOKUP(k, i);
        n[0] ^= rounds[r];
        for (int i = 0; i < 8; i++)
            k[i] = n[i];
#pragma unroll
        for (int i = 0; i < 8; i++)
            n[i] = LOOKUP(s, i) ^ k[i];
        for (int i = 0; i < 8; i++)
            s[i] = n[i];
    }
    for (int i = 0; i < 8; i++)
        h[i] ^= s[i] ^ m[i];
}

__kernel void whirlpool_pbkdf2(__global const ulong *restrict tables,
                               __constant const ulong *rounds,
                               __global const ulong *restrict password,
                               __constant const ulong *salt,
                               __global ulong *restrict key,
                               volatile __global int *found,
                               const int nwords,
                               const int iterations,
                               const uint block,
                               const ulong wanted)
{
    __local ulong t[8][256];
    for (int i = get_local_id(0); i < 8 * 256; i += get_local_size(0))
        t[i >> 8][i & 255] = tables[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int id = get_global_id(0);
    if (id >= nwords)
        return;

    ulong pad[8], inner[8], outer[8], u[8], sum[8], h[8];
    for (int i = 0; i < 8; i++) {
        pad[i] = password[id * 8 + i] ^ 0x3636363636363636UL;
        inner[i] = 0;
        outer[i] = 0;
    }
    compress(inner, pad, t, rounds);
    for (int i = 0; i < 8; i++)
        pad[i] ^= 0x3636363636363636UL ^ 0x5c5c5c5c5c5c5c5cUL;
    compress(outer, pad, t, rounds);

    for (int n = 0; n < iterations; n++) {
        for (int i = 0; i < 8; i++) {
            h[i] = inner[i];
            pad[i] = n == 0 ? salt[i] : u[i];
        }
        compress(h, pad, t, rounds);
        for (int i = 0; i < 8; i++)
            pad[i] = 0;
        pad[0] = n == 0 ? (ulong)block << 32 | 0x80000000UL : 0x8000000000000000UL;
        pad[7] = n == 0 ? (64 + 64 + 4) * 8 : (64 + 64) * 8;
        compress(h, pad, t, rounds);
        for (int i = 0; i < 8; i++)
            u[i] = outer[i];
        compress(u, h, t, rounds);
        for (int i = 0; i < 8; i++)
            pad[i] = 0;
        pad[0] = 0x8000000000000000UL;
        pad[7] = (64 + 64) * 8;
        compress(u, pad, t, rounds);
        for (int i = 0; i < 8; i++)
            sum[i] = n == 0 ? u[i] : sum[i] ^ u[i];
    }
    for (int i = 0; i < 8; i++)
        key[id * 8 + i] = sum[i];
    if (sum[0] == wanted)
        atomic_xchg(found, id + 1);
}
