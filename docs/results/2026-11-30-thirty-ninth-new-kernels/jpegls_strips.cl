// Lossless compression of grey scans (JPEG-LS): context modelling, bias-corrected median prediction, limited Golomb
// codes and runs; a strip of rows a work-item, each with contexts of its own.
#define CONTEXTS 367
#define LIMIT 32

__constant uchar run_order[32] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                                  4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15};

typedef struct { ulong bits; int held; int words; } writer;

static inline void put(writer *w, __global uint *out, const uint value, const int count)
{
    w->bits = (w->bits << count) | value;
    w->held += count;
    if (w->held >= 32) {
        w->held -= 32;
        out[w->words++] = (uint)(w->bits >> w->held);
    }
}

static inline void golomb(writer *w, __global uint *out, const int value, const int k, const int limit)
{
    const int high = value >> k;
    if (high < limit - 9) {
        put(w, out, 1, high + 1);
        put(w, out, value & ((1 << k) - 1), k);
    } else {
        put(w, out, 1, limit - 8);
        put(w, out, (value - 1) & 255, 8);
    }
}

static inline int quantise(const int d)
{
    const int a = abs(d);
    const int q = a == 0 ? 0 : a < 3 ? 1 : a < 7 ? 2 : a < 21 ? 3 : 4;
    return d < 0 ? -q : q;
}

__kernel void jpegls_strips(__global const uchar *restrict image,
                            __global int4 *restrict contexts,             // errors, bias, correction, count
                            __global uint *restrict stream,               // a word a pixel at most
                            __global int *restrict length,                // bits
                            const int width,
                            const int height,
                            const int strip_rows)
{
    const int id = get_global_id(0);
    const int top = id * strip_rows;
    if (top >= height)
        return;
    __global int4 *ctx = contexts + id * CONTEXTS;
    __global uint *out = stream + (size_t)top * width;
    for (int i = 0; i < CONTEXTS; i++)
        ctx[i] = (int4)(4, 0, 0, 1);
    writer w = {0, 0, 0};
    int run_index = 0;
    for (int y = top; y < min(top + strip_rows, height); y++) {
        __global const uchar *now = image + (size_t)y * width;
        __global const uchar *up = now - width;
        const bool first = y == top;
        for (int x = 0; x < width; x++) {
            const int b = first ? 0 : up[x];
            const int a = x > 0 ? now[x - 1] : b;
            const int c = first ? 0 : up[max(x - 1, 0)];
            const int d = first ? 0 : up[min(x + 1, width - 1)];
            int q = (quantise(d - b) * 9 + quantise(b - c)) * 9 + quantise(c - a);
            int guess = c >= max(a, b) ? min(a, b) : c <= min(a, b) ? max(a, b) : a + b - c;
            int limit = LIMIT;
            int sign = q < 0 ? -1 : 1;
            if (q == 0) {                                                 // flat: a run
                int run = 0;
                while (x + run < width && now[x + run] == a)
                    run++;
                x += run;
                while (run >= (1 << run_order[run_index])) {
                    put(&w, out, 1, 1);
                    run -= 1 << run_order[run_index];
                    run_index = min(run_index + 1, 31);
                }
                if (x >= width) {
                    if (run > 0)
                        put(&w, out, 1, 1);
                    break;
                }
                put(&w, out, run, run_order[run_index] + 1);
                limit -= run_order[run_index] + 1;
                run_index = max(run_index - 1, 0);
                const int above = first ? 0 : up[x];
                q = above == a ? 366 : 365;
                guess = above;
                sign = a > above ? -1 : 1;
            }
            int4 m = ctx[abs(q)];
            guess = clamp(guess + sign * m.z, 0, 255);
            int error = (char)(sign * (now[x] - guess));
            int k = 0;
            while ((m.w << k) < m.x)
                k++;
            golomb(&w, out, error >= 0 ? 2 * error : -2 * error - 1, k, limit);
            m.x += abs(error);
            m.y += error;
            if (m.w == 64)
                m = (int4)(m.x >> 1, m.y >> 1, m.z, 32);
            m.w++;
            if (m.y <= -m.w) {
                m.z = max(m.z - 1, -128);
                m.y = max(m.y + m.w, 1 - m.w);
            } else if (m.y > 0) {
                m.z = min(m.z + 1, 127);
                m.y = min(m.y - m.w, 0);
            }
            ctx[abs(q)] = m;
        }
    }
    length[id] = 32 * w.words + w.held;
    if (w.held > 0)
        out[w.words] = (uint)(w.bits << (32 - w.held));
}
