// Radiocarbon dating: calendar ages of samples by a calibration curve (as OxCal and CALIB do for single dates): a group is one sample. It
// looks for the part of the curve in reach, puts the density of each calendar year to local memory and halves the way to the levels of the
// regions of highest density that hold 68.3 and 95.4 per cent.
//   curve      of each knot: radiocarbon age (years BP), deviation
//   age        of each sample: radiocarbon age, deviation
//   region     of each sample: youngest and oldest calendar year of the 68.3% region, of the 95.4% region (cal BP), -1 where none
//   pieces     of each sample: pieces of both regions
//   median     of each sample: cal BP
//   nknots, spacing (calendar years between knots)
#define ITEMS 64
#define BINS 1024
#define ROUNDS 14

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void c14_calibrate(__global const float2 *restrict curve,
                   __global const float2 *restrict age,
                   __global int4 *restrict region,
                   __global int2 *restrict pieces,
                   __global float *restrict median,
                   const int nknots,
                   const int spacing)
{
    __local float density[BINS];
    __local float2 part[ITEMS];
    __local float2 whole;
    __local int from, to;
    const int lid = get_local_id(0);
    const int id = get_group_id(0);
    const float2 a = age[id];
    if (lid == 0) {
        from = nknots;
        to = -1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int low = nknots;
    int high = -1;
    for (int k = lid; k < nknots; k += ITEMS) {
        const float2 c = curve[k];
        const float d = a.x - c.x;
        if (d * d < 16.0f * (a.y * a.y + c.y * c.y)) {
            low = min(low, k);
            high = k;
        }
    }
    if (high >= 0) {
        atomic_min(&from, low);
        atomic_max(&to, high);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = clamp(from - 1, 0, nknots - 1);
    const int last = clamp(to + 1, first, nknots - 1);
    const int years = (last - first) * spacing;
    const int step = max((years + BINS - 1) / BINS, 1);
    const int bins = min(years / step + 1, BINS);
    float sum = 0.0f;
    float top = 0.0f;
    for (int b = lid; b < bins; b += ITEMS) {
        const int t = b * step;
        const int k = first + t / spacing;
        const float f = (float)(t % spacing) / spacing;
        const float2 c = mix(curve[k], curve[min(k + 1, nknots - 1)], (float2)(f, f));
        const float d = a.x - c.x;
        const float v = a.y * a.y + c.y * c.y;
        const float p = exp(-0.5f * d * d / v) * rsqrt(v);
        density[b] = p;
        sum += p;
        top = fmax(top, p);
    }
    part[lid] = (float2)(sum, top);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        float2 w = part[0];
        for (int k = 1; k < ITEMS; k++)
            w = (float2)(w.x + part[k].x, fmax(w.y, part[k].y));
        whole = w;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float total = whole.x;
    float2 under = (float2)(0.0f, 0.0f);
    float2 over = (float2)(whole.y, whole.y);
    for (int round = 0; round < ROUNDS; round++) {                         // both levels at once
        const float2 level = 0.5f * (under + over);
        float2 held = (float2)(0.0f, 0.0f);
        for (int b = lid; b < bins; b += ITEMS) {
            const float p = density[b];
            held.x += p >= level.x ? p : 0.0f;
            held.y += p >= level.y ? p : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        part[lid] = held;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid == 0) {
            float2 w = part[0];
            for (int k = 1; k < ITEMS; k++)
                w += part[k];
            whole = w;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const float2 got = whole;
        if (got.x > 0.6827f * total)
            under.x = level.x;
        else
            over.x = level.x;
        if (got.y > 0.9545f * total)
            under.y = level.y;
        else
            over.y = level.y;
    }
    if (lid == 0) {
        int4 r = (int4)(-1, -1, -1, -1);
        int2 n = (int2)(0, 0);
        bool in_one = false;
        bool in_two = false;
        float below = 0.0f;
        int middle = -1;
        for (int b = 0; b < bins && total > 0.0f; b++) {
            const float p = density[b];
            const int year = first * spacing + b * step;
            below += p;
            if (middle < 0 && below >= 0.5f * total)
                middle = year;
            const bool one = p >= under.x;
            const bool two = p >= under.y;
            if (one) {
                r.x = r.x < 0 ? year : r.x;
                r.y = year;
                n.x += in_one ? 0 : 1;
            }
            if (two) {
                r.z = r.z < 0 ? year : r.z;
                r.w = year;
                n.y += in_two ? 0 : 1;
            }
            in_one = one;
            in_two = two;
        }
        region[id] = r;
        pieces[id] = n;
        median[id] = middle;
    }
}
