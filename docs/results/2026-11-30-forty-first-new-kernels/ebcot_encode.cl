// JPEG 2000 tier 1 (OpenJPEG, CUJ2K; digital cinema and satellite images): quantised wavelet coefficients of a code-block are coded
// plane by plane in three passes (significance, refinement, clean-up) with the MQ coder. A block an item.
//   coefficient  signed, block after block, row-major
//   block        of each: first coefficient, width + 256 * height (1 to 64 each), orientation (0 LL and LH, 1 HL, 2 HH), first byte
//   zero_context 3 x 45: context by horizontal (0 to 2), vertical (0 to 2) and diagonal (0 to 4) neighbours
//   flags        room for (width + 2) * (height + 2) bytes of a block, at flag_at
//   bytes        code of the blocks
//   coded        of each: bytes, planes, passes, decisions coded
//   nblocks, room_shift (a block has (width * height << room_shift) / 4 + 64 bytes)
#define SIGNIFICANT 1
#define VISITED 2
#define REFINED 4
#define NEGATIVE 8
#define RUN 17
#define UNIFORM 18

__constant ushort qe[47] = {
    0x5601, 0x3401, 0x1801, 0x0ac1, 0x0521, 0x0221, 0x5601, 0x5401, 0x4801, 0x3801, 0x3001, 0x2401, 0x1c01, 0x1601, 0x5601, 0x5401,
    0x5101, 0x4801, 0x3801, 0x3401, 0x3001, 0x2801, 0x2401, 0x2201, 0x1c01, 0x1801, 0x1601, 0x1401, 0x1201, 0x1101, 0x0ac1, 0x09c1,
    0x08a1, 0x0521, 0x0441, 0x02a1, 0x0221, 0x0141, 0x0111, 0x0085, 0x0049, 0x0025, 0x0015, 0x0009, 0x0005, 0x0001, 0x5601};
__constant uchar more[47] = {1, 2, 3, 4, 5, 38, 7, 8, 9, 10, 11, 12, 13, 29, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                             25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 45, 46};
__constant uchar less[47] = {1, 6, 9, 12, 29, 33, 6, 14, 14, 14, 17, 18, 20, 21, 14, 14, 15, 16, 17, 18, 19, 19, 20, 21,
                             22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 46};

typedef struct {
    uint a, c;
    int ct, at, room, decisions;
    uchar byte;
    uchar state[19];                                                      // twice the index, plus the likelier symbol
} coder;

void byte_out(coder *m, __global uchar *out)
{
    bool stuffed = m->byte == 0xff;
    if (!stuffed && (m->c & 0x8000000)) {
        m->byte++;
        stuffed = m->byte == 0xff;
        if (stuffed)
            m->c &= 0x7ffffff;
    }
    if (m->at >= 0 && m->at < m->room)
        out[m->at] = m->byte;
    m->at++;
    if (stuffed) {
        m->byte = (uchar)(m->c >> 20);
        m->c &= 0xfffff;
        m->ct = 7;
    } else {
        m->byte = (uchar)(m->c >> 19);
        m->c &= 0x7ffff;
        m->ct = 8;
    }
}

void encode(coder *m, __global uchar *out, const int context, const int bit)
{
    const uchar s = m->state[context];
    const int i = s >> 1;
    const uint q = qe[i];
    m->decisions++;
    m->a -= q;
    if (bit == (s & 1)) {
        if (m->a & 0x8000) {
            m->c += q;
            return;
        }
        if (m->a < q)
            m->a = q;
        else
            m->c += q;
        m->state[context] = (uchar)(more[i] << 1 | (s & 1));
    } else {
        if (m->a < q)
            m->c += q;
        else
            m->a = q;
        const bool turn = i == 0 || i == 6 || i == 14;
        m->state[context] = (uchar)(less[i] << 1 | ((s & 1) ^ turn));
    }
    do {
        m->a <<= 1;
        m->c <<= 1;
        if (--m->ct == 0)
            byte_out(m, out);
    } while (!(m->a & 0x8000));
}

int zero_place(__global const uchar *f, const int row)
{
    const int h = (f[-1] & 1) + (f[1] & 1);
    const int v = (f[-row] & 1) + (f[row] & 1);
    const int d = (f[-row - 1] & 1) + (f[-row + 1] & 1) + (f[row - 1] & 1) + (f[row + 1] & 1);
    return h * 15 + v * 5 + d;
}

int lean(const uchar f)
{
    return f & SIGNIFICANT ? (f & NEGATIVE ? -1 : 1) : 0;
}

void encode_sign(coder *m, __global uchar *out, __global uchar *f, const int row, const bool negative)
{
    int h = clamp(lean(f[-1]) + lean(f[1]), -1, 1);
    int v = clamp(lean(f[-row]) + lean(f[row]), -1, 1);
    const bool turn = h < 0 || (h == 0 && v < 0);
    if (turn) {
        h = -h;
        v = -v;
    }
    encode(m, out, h == 1 ? 12 + v : 9 + v, negative ^ turn);
    *f |= SIGNIFICANT | (negative ? NEGATIVE : 0);
}

__kernel void ebcot_encode(__global const int *restrict coefficient,
                           __global const int4 *restrict block,
                           __constant const uchar *zero_context,
                           __global const int *restrict flag_at,
                           __global uchar *restrict flags,
                           __global uchar *restrict bytes,
                           __global int4 *restrict coded,
                           const int nblocks,
                           const int room_shift)
{
    const int id = get_global_id(0);
    if (id >= nblocks)
        return;
    const int4 b = block[id];
    const int w = b.y & 255;
    const int h = b.y >> 8;
    const int row = w + 2;
    __global const int *x = coefficient + b.x;
    __global uchar *grid = flags + flag_at[id];
    __global uchar *out = bytes + b.w;
    __constant const uchar *zero = zero_context + b.z * 45;
    for (int i = 0; i < row * (h + 2); i++)
        grid[i] = 0;
    uint all = 0;
    for (int i = 0; i < w * h; i++)
        all |= abs(x[i]);
    const int planes = 32 - clz(all);

    coder m;
    m.a = 0x8000;
    m.c = 0;
    m.ct = 12;
    m.at = -1;
    m.byte = 0;
    m.room = (w * h << room_shift) / 4 + 64;
    m.decisions = 0;
    for (int i = 0; i < 19; i++)
        m.state[i] = 0;
    m.state[0] = 4 << 1;
    m.state[RUN] = 3 << 1;
    m.state[UNIFORM] = 46 << 1;

    for (int p = planes - 1; p >= 0; p--) {
        for (int top = 0; p < planes - 1 && top < h; top += 4) {
            for (int i = 0; i < w; i++) {
                for (int j = top; j < min(top + 4, h); j++) {
                    __global uchar *f = grid + (j + 1) * row + i + 1;
                    if (*f & SIGNIFICANT)
                        continue;
                    const int place = zero_place(f, row);
                    if (place == 0)
                        continue;
                    const int value = x[j * w + i];
                    const int bit = abs(value) >> p & 1;
                    encode(&m, out, zero[place], bit);
                    if (bit)
                        encode_sign(&m, out, f, row, value < 0);
                    *f |= VISITED;
                }
            }
        }
        for (int top = 0; p < planes - 1 && top < h; top += 4) {
            for (int i = 0; i < w; i++) {
                for (int j = top; j < min(top + 4, h); j++) {
                    __global uchar *f = grid + (j + 1) * row + i + 1;
                    if ((*f & (SIGNIFICANT | VISITED)) != SIGNIFICANT)
                        continue;
                    const int context = *f & REFINED ? 16 : zero_place(f, row) ? 15 : 14;
                    encode(&m, out, context, abs(x[j * w + i]) >> p & 1);
                    *f |= REFINED;
                }
            }
        }
        for (int top = 0; top < h; top += 4) {
            for (int i = 0; i < w; i++) {
                int j = top;
                bool known = false;
                if (top + 4 <= h) {
                    int any = 0;
                    for (int k = 0; k < 4; k++) {
                        __global uchar *f = grid + (top + k + 1) * row + i + 1;
                        any |= (*f & (SIGNIFICANT | VISITED)) | zero_place(f, row);
                    }
                    if (!any) {
                        int run = 0;
                        while (run < 4 && !(abs(x[(top + run) * w + i]) >> p & 1))
                            run++;
                        encode(&m, out, RUN, run < 4);
                        if (run == 4)
                            continue;
                        encode(&m, out, UNIFORM, run >> 1);
                        encode(&m, out, UNIFORM, run & 1);
                        j = top + run;
                        known = true;
                    }
                }
                for (; j < min(top + 4, h); j++) {
                    __global uchar *f = grid + (j + 1) * row + i + 1;
                    if (!(*f & (SIGNIFICANT | VISITED))) {
                        const int value = x[j * w + i];
                        const int bit = abs(value) >> p & 1;
                        if (!known)
                            encode(&m, out, zero[zero_place(f, row)], bit);
                        if (bit)
                            encode_sign(&m, out, f, row, value < 0);
                        known = false;
                    }
                    *f &= ~VISITED;
                }
            }
        }
    }

    const uint top = m.c + m.a;                                           // flush
    m.c |= 0xffff;
    if (m.c >= top)
        m.c -= 0x8000;
    m.c <<= m.ct;
    byte_out(&m, out);
    m.c <<= m.ct;
    byte_out(&m, out);
    if (m.byte != 0xff) {
        if (m.at >= 0 && m.at < m.room)
            out[m.at] = m.byte;
        m.at++;
    }
    coded[id] = (int4)(m.at, planes, planes > 0 ? 3 * planes - 2 : 0, m.decisions);
}
