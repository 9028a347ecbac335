// Barcodes: EAN-13 codes in the rows of grey pictures: an item is one row. It makes runs of dark and light pixels by a threshold that follows
// the brightness, looks for the three guards and compares the widths of the digits with the code's, forwards and backwards.
//   picture    nrows x width
//   code       of each row: the number, 0 where none was read
//   where      of each row: first pixel of the code, 100 times the width of a module (negative if read backwards), runs, starts tried
//   nrows, width, half_of (pixels to either side for the mean), bias (grey levels)
#define RUNS 384
#define PARTS 59                                                           // runs of a code
#define MODULES 95

__constant uchar widths[10][4] = {{3, 2, 1, 1}, {2, 2, 2, 1}, {2, 1, 2, 2}, {1, 4, 1, 1}, {1, 1, 3, 2},
                                  {1, 2, 3, 1}, {1, 1, 1, 4}, {1, 3, 1, 2}, {1, 2, 1, 3}, {3, 1, 1, 2}};
__constant uchar parity[10] = {0x00, 0x0b, 0x0d, 0x0e, 0x13, 0x19, 0x1c, 0x15, 0x16, 0x1a};

bool single(const ushort *run, const int first, const int count, const float unit)
{
    bool good = true;
    for (int k = 0; k < count; k++)
        good = good && run[first + k] > 0.4f * unit && run[first + k] < 1.8f * unit;
    return good;
}

// the 13 digits of the 59 runs from `at` on, or back from it where step is -1; 0 if they are none
ulong digits(const ushort *run, const int at, const int step)
{
    ulong number = 0;
    int sum = 0;
    int kinds = 0;
    for (int d = 0; d < 12; d++) {
        const int first = at + step * (3 + 4 * d + (d < 6 ? 0 : 5));
        float w[4];
        float whole = 0.0f;
        for (int k = 0; k < 4; k++) {
            w[k] = run[first + step * k];
            whole += w[k];
        }
        const float scale = 7.0f / whole;
        float least = 1.5f;
        int best = -1;
        for (int v = 0; v < (d < 6 ? 20 : 10); v++) {
            const int c = v < 10 ? v : v - 10;
            float off = 0.0f;
            for (int k = 0; k < 4; k++) {
                const float e = w[k] * scale - widths[c][v < 10 ? k : 3 - k];
                off += e * e;
            }
            if (off < least) {
                least = off;
                best = v;
            }
        }
        if (best < 0)
            return 0;
        const int value = best < 10 ? best : best - 10;
        if (d < 6)
            kinds = kinds << 1 | (best >= 10);
        sum += d & 1 ? value : 3 * value;
        number = number * 10 + value;
    }
    for (int v = 0; v < 10; v++)
        if (parity[v] == kinds)
            return (sum + v) % 10 == 0 ? number + v * 1000000000000UL : 0;
    return 0;
}

__kernel void ean13_scan(__global const uchar *restrict picture,
                         __global ulong *restrict code,
                         __global int4 *restrict where,
                         const int nrows,
                         const int width,
                         const int half_of,
                         const int bias)
{
    const int id = get_global_id(0);
    if (id >= nrows)
        return;
    __global const uchar *row = picture + id * width;
    ushort run[RUNS];                                                      // light first, then by turns
    const int window = 2 * half_of + 1;
    int sum = 0;
    for (int k = -half_of - 1; k < half_of; k++)
        sum += row[clamp(k, 0, width - 1)];
    int count = 0;
    int long_for = 0;
    bool dark = false;
    for (int x = 0; x < width; x++) {
        sum += row[min(x + half_of, width - 1)] - row[max(x - half_of - 1, 0)];
        const int off = row[x] * window - sum;
        const bool turns = dark ? off > bias * window : off < -bias * window;
        if (turns) {
            if (count == RUNS - 1)
                break;
            run[count++] = long_for;
            long_for = 0;
            dark = !dark;
        }
        long_for++;
    }
    run[count++] = long_for;
    ulong found = 0;
    int4 result = (int4)(-1, 0, count, 0);
    int begin = run[0];
    int total = 0;
    for (int k = 1; k <= PARTS && k < count; k++)
        total += run[k];
    for (int s = 1; s + PARTS < count; s += 2) {
        const float unit = (float)total / MODULES;
        if (run[s - 1] >= 5.0f * unit && run[s + PARTS] >= 4.0f * unit && single(run, s, 3, unit) && single(run, s + 27, 5, unit)
            && single(run, s + 56, 3, unit)) {
            result.w++;
            int way = 100;
            found = digits(run, s, 1);
            if (found == 0) {
                found = digits(run, s + PARTS - 1, -1);
                way = -100;
            }
            if (found) {
                result.x = begin;
                result.y = (int)(way * unit);
                break;
            }
        }
        begin += run[s] + run[s + 1];
        if (s + PARTS + 1 < count)
            total += run[s + PARTS] + run[s + PARTS + 1] - run[s] - run[s + 1];
    }
    code[id] = found;
    where[id] = result;
}
