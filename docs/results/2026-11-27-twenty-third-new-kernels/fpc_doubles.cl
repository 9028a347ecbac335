/* Compression: FPC decoding of double-precision streams. Two hash predictors (FCM and differential FCM) per block; each
 * value has a nibble (predictor, count of leading zero bytes coded in three bits), then the bytes of its residual. */
#define TABLE_BITS 10
#define TABLE (1 << TABLE_BITS)

__kernel void fpc_doubles(__global const uchar *restrict packed, __global const uint *restrict begin,
                          __global ulong *restrict tables, __global ulong *restrict out, const int blocks,
                          const int values)
{
    const int block = get_global_id(0);
    if (block >= blocks)
        return;
    __global const uchar *codes = packed + begin[block];
    __global const uchar *rest = codes + values / 2;
    __global ulong *fcm = tables + (size_t)block * 2 * TABLE;
    __global ulong *dfcm = fcm + TABLE;
    __global ulong *to = out + (size_t)block * values;

    for (int i = 0; i < 2 * TABLE; i++)
        fcm[i] = 0;

    uint fcm_hash = 0, dfcm_hash = 0;
    ulong last = 0;
    for (int i = 0; i < values; i++) {
        const uint code = (codes[i >> 1] >> ((i & 1) * 4)) & 15;
        int bytes = 8 - (int)(code & 7);
        if (bytes <= 4)
            bytes--; /* four leading zero bytes are never coded as such */
        ulong residual = 0;
        switch (bytes) {
        case 8: residual |= (ulong)rest[7] << 56; /* fall through */
        case 7: residual |= (ulong)rest[6] << 48; /* fall through */
        case 6: residual |= (ulong)rest[5] << 40; /* fall through */
        case 5: residual |= (ulong)rest[4] << 32; /* fall through */
        case 4: residual |= (ulong)rest[3] << 24; /* fall through */
        case 3: residual |= (ulong)rest[2] << 16; /* fall through */
        case 2: residual |= (ulong)rest[1] << 8;  /* fall through */
        case 1: residual |= (ulong)rest[0];       /* fall through */
        default: break;
        }
        rest += bytes;

        const ulong guess = (code & 8) ? dfcm[dfcm_hash] + last : fcm[fcm_hash];
        const ulong bits = residual ^ guess;
        fcm[fcm_hash] = bits;
        fcm_hash = ((fcm_hash << 6) ^ (uint)(bits >> 48)) & (TABLE - 1);
        const ulong delta = bits - last;
        dfcm[dfcm_hash] = delta;
        dfcm_hash = ((dfcm_hash << 2) ^ (uint)(delta >> 40)) & (TABLE - 1);
        last = bits;
        to[i] = bits;
    }
}
