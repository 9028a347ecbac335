/* Cryptography: Threefish-512 in counter mode, one 64-byte block per work-item; even and odd words as vectors. */
__constant ulong4 turn[8] = {
    (ulong4)(46, 36, 19, 37), (ulong4)(33, 27, 14, 42), (ulong4)(17, 49, 36, 39), (ulong4)(44, 9, 54, 56),
    (ulong4)(39, 30, 34, 24), (ulong4)(13, 50, 10, 17), (ulong4)(25, 29, 39, 43), (ulong4)(8, 35, 56, 22)};

__kernel void threefish_ctr(__global const ulong8 *restrict plain, __global ulong8 *restrict cipher,
                            __global const ulong *restrict key, __global const ulong *restrict tweak,
                            const uint blocks, const uint first)
{
    const uint b = get_global_id(0);
    if (b >= blocks)
        return;

    ulong k[9], t[3];
    k[8] = 0x1BD11BDAA9FC1A22UL;
    for (int i = 0; i < 8; i++) {
        k[i] = key[i];
        k[8] ^= k[i];
    }
    t[0] = tweak[0];
    t[1] = tweak[1];
    t[2] = t[0] ^ t[1];

    ulong4 even = (ulong4)((ulong)first + b, 0, 0, 0);
    ulong4 odd = (ulong4)(0, 0, 0, 0x4354523531320000UL);
    for (uint s = 0; s <= 18; s++) {
        even += (ulong4)(k[s % 9], k[(s + 2) % 9], k[(s + 4) % 9], k[(s + 6) % 9] + t[(s + 1) % 3]);
        odd += (ulong4)(k[(s + 1) % 9], k[(s + 3) % 9], k[(s + 5) % 9] + t[s % 3], k[(s + 7) % 9] + s);
        if (s == 18)
            break;
        for (uint d = 0; d < 4; d++) {
            even += odd;
            odd = rotate(odd, turn[(s & 1) * 4 + d]) ^ even;
            even = even.yzwx;
            odd = odd.xwzy;
        }
    }
    ulong8 stream;
    stream.even = even;
    stream.odd = odd;
    cipher[b] = plain[b] ^ stream;
}
