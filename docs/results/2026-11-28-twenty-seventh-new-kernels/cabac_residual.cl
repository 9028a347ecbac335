// CABAC decoding of 4x4 residual blocks (H.264 / HEVC arithmetic decoder), a slice per work-item.
// Contexts: 0 coded-block, 1..15 significant, 16..30 last, 31..35 greater-1, 36..40 level prefix.
#define NCTX 41
typedef struct { uint range, value; int need, pos, end; } cabac_t;
#define NEXT_BYTE(d, in) ((d)->pos < (d)->end ? in[(d)->pos++] : 0u)

static int bin(cabac_t *d, __global const uchar *in, uchar *ctx,
               __constant uchar *lps_tab, __constant uchar *lps_next)
{
    const uint s = *ctx >> 1;
    uint b = *ctx & 1;
    const uint lps = lps_tab[s * 4 + ((d->range >> 6) & 3)];
    d->range -= lps;
    if (d->value < d->range << 7) {
        *ctx = (uchar)((min(s + 1, 62u) << 1) | b);
    } else {
        d->value -= d->range << 7;
        d->range = lps;
        *ctx = (uchar)((lps_next[s] << 1) | (s == 0 ? b ^ 1 : b));
        b ^= 1;
    }
    const int n = (int)clz(d->range) - 23;
    d->range <<= n;
    d->value <<= n;
    if ((d->need += n) >= 0) {
        d->value += NEXT_BYTE(d, in) << d->need;
        d->need -= 8;
    }
    return (int)b;
}

static int bypass(cabac_t *d, __global const uchar *in)
{
    d->value <<= 1;
    if (++d->need >= 0) {
        d->need = -8;
        d->value += NEXT_BYTE(d, in);
    }
    const int b = d->value >= d->range << 7;
    d->value -= b ? d->range << 7 : 0;
    return b;
}

__kernel void cabac_residual(__global const uchar *in, __global const int *slice_start,
                             __constant uchar *lps_tab, __constant uchar *lps_next,
                             __constant uchar *ctx_init, __global short *coef, const int nblocks)
{
    const int s = get_global_id(0);
    uchar ctx[NCTX];
    for (int i = 0; i < NCTX; i++)
        ctx[i] = ctx_init[i];
    cabac_t d = {510, 0, -8, slice_start[s], slice_start[s + 1]};
    d.value = NEXT_BYTE(&d, in) << 8;
    d.value |= NEXT_BYTE(&d, in);
    for (int blk = 0; blk < nblocks; blk++) {
        __global short *out = coef + ((size_t)s * nblocks + blk) * 16;
        uint sig = 0;
        int i, ones = 0, big = 0;
        vstore16((short16)(0), 0, out);
        if (!bin(&d, in, &ctx[0], lps_tab, lps_next))
            continue;
        for (i = 0; i < 15; i++)
            if (bin(&d, in, &ctx[1 + i], lps_tab, lps_next)) {
                sig |= 1u << i;
                if (bin(&d, in, &ctx[16 + i], lps_tab, lps_next))
                    break;
            }
        sig |= i == 15 ? 1u << 15 : 0;
        while (sig) {
            const int p = 31 - (int)clz(sig);
            int level = 1;
            sig ^= 1u << p;
            if (bin(&d, in, &ctx[31 + (big ? 0 : min(ones + 1, 4))], lps_tab, lps_next)) {
                uchar *c = &ctx[36 + min(big++, 4)];
                int k = 0;
                for (level = 2; level < 15 && bin(&d, in, c, lps_tab, lps_next);)
                    level++;
                for (; level >= 15 && k < 10 && bypass(&d, in); k++)    /* Exp-Golomb suffix */
                    level += 1 << k;
                while (k-- > 0)
                    level += bypass(&d, in) << k;
            } else
                ones++;
            out[p] = (short)(bypass(&d, in) ? -level : level);
        }
    }
}
