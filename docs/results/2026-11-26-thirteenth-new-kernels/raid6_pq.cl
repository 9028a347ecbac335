// P and Q parity of RAID-6 stripes: xor and Horner's rule over GF(2^8) mod 0x11d, sixteen bytes an item (storage coding).
kernel void raid6_pq(global const uchar16 *data, int n_disks, int n_chunks, global uchar16 *p_parity,
                     global uchar16 *q_parity)
{
    size_t i = get_global_id(0);
    if (i >= (size_t)n_chunks)
        return;
    uchar16 p = data[(size_t)(n_disks - 1) * n_chunks + i];
    uchar16 q = p;
    for (int d = n_disks - 2; d >= 0; d--) {
        uchar16 x = data[(size_t)d * n_chunks + i];
        uchar16 carry = as_uchar16(as_char16(q) >> (char16)7);
        q = (q << (uchar16)1) ^ (carry & (uchar16)0x1d);
        q ^= x;
        p ^= x;
    }
    p_parity[i] = p;
    q_parity[i] = q;
}
