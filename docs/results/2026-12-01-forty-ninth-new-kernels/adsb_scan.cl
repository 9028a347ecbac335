// Air traffic: Mode S and ADS-B messages in the strength of the signal at 1090 MHz, two samples a microsecond (as in dump1090): an item looks
// for preambles in one stretch of samples, cuts out the bits behind them and checks and mends the message by its parity.
//   strength   nsamples: magnitudes
//   parity     256: remainder of a byte in front of 24 bits
//   syndrome   112: remainder if only this bit is wrong
//   nfound     one: messages; added to
//   message    most x 4: its first bits to its last ones, four words (112 or 56 bits)
//   place      most: first sample, mean strength of the preamble, bits, the bit that was mended or -1
//   tried      of each stretch: preambles
//   nsamples, stretch (samples), most (messages kept)
#define PREAMBLE 16
#define LONGEST 112

// up to 56 or 112 bits behind the preamble at m, whichever the message's kind says; 0 if the bits are too faint
int cut(__global const ushort *restrict m, const int late, uchar *bytes)
{
    int bits = LONGEST;
    int faint = 0;
    int before = 0;
    int value = 0;
    __global const ushort *s = m + PREAMBLE;
    for (int k = 0; k < bits; k++) {
        int a = s[2 * k];
        const int b = s[2 * k + 1];
        if (late && k > 0)                                                 // the receiver's clock is between two samples
            a = before ? a * 4 / 5 : a * 5 / 4;
        const int delta = abs(a - b);
        if (delta < 256 && k > 0)
            faint++;
        else
            before = a > b;
        value = value << 1 | before;
        if ((k & 7) == 7) {
            bytes[k >> 3] = value;
            value = 0;
            if (k == 7) {
                if (bytes[0] >> 7 == 0)
                    bits = LONGEST / 2;
                if (faint > 2)
                    return 0;
            }
        }
    }
    return faint * 4 > bits ? 0 : bits;
}

uint remainder_of(__global const uint *restrict parity, const uchar *bytes, const int bits)
{
    uint r = 0;
    const int n = bits / 8;
    for (int k = 0; k < n - 3; k++)
        r = (r << 8 ^ parity[(r >> 16 ^ bytes[k]) & 255]) & 0xffffff;
    return r ^ ((uint)bytes[n - 3] << 16 | (uint)bytes[n - 2] << 8 | bytes[n - 1]);
}

__kernel void adsb_scan(__global const ushort *restrict strength,
                        __global const uint *restrict parity,
                        __global const uint *restrict syndrome,
                        __global int *restrict nfound,
                        __global uint4 *restrict message,
                        __global int4 *restrict place,
                        __global int *restrict tried,
                        const int nsamples,
                        const int stretch,
                        const int most)
{
    const int id = get_global_id(0);
    const int begin = id * stretch;
    const int room = nsamples - PREAMBLE - 2 * LONGEST;
    if (begin >= nsamples)
        return;
    const int end = min(begin + stretch, room);
    int tries = 0;
    for (int at = begin; at < end; at++) {
        __global const ushort *m = strength + at;
        if (!(m[0] > m[1] && m[1] < m[2] && m[2] > m[3] && m[3] < m[0] && m[4] < m[0] && m[5] < m[0] && m[6] < m[0] && m[7] > m[8]
              && m[8] < m[9] && m[9] > m[6]))
            continue;
        const int high = (m[0] + m[2] + m[7] + m[9]) / 6;
        if (m[4] >= high || m[5] >= high || m[11] >= high || m[12] >= high || m[13] >= high || m[14] >= high)
            continue;
        tries++;
        uchar bytes[LONGEST / 8];
        for (int late = 0; late < 2; late++) {
            const int bits = cut(m, late, bytes);
            if (bits == 0)
                continue;
            const int kind = bytes[0] >> 3;
            if (kind != 17 && kind != 18 && kind != 11)
                continue;
            uint r = remainder_of(parity, bytes, bits);
            int mended = -1;
            if (kind == 11)
                r &= 0xffff80;                                             // the rest is who asked
            else if (r)
                for (int k = 5; k < LONGEST; k++)
                    if (syndrome[k] == r) {
                        bytes[k >> 3] ^= 0x80 >> (k & 7);
                        mended = k;
                        r = 0;
                        break;
                    }
            if (r)
                continue;
            const int slot = atomic_inc(nfound);
            if (slot < most) {
                uint word[4] = {0, 0, 0, 0};
                for (int k = 0; k < bits / 8; k++)
                    word[k >> 2] |= (uint)bytes[k] << (24 - 8 * (k & 3));
                message[slot] = (uint4)(word[0], word[1], word[2], word[3]);
                place[slot] = (int4)(at, high * 3 / 2, bits, mended);
            }
            at += PREAMBLE + 2 * bits - 1;
            break;
        }
    }
    tried[id] = tries;
}
