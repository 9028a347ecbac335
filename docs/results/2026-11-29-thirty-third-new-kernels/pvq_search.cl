// Pyramid vector quantisation of the Opus CELT encoder: each work-item takes one band leaf (N coefficients,
// K pulses), finds the pulses by projection and greedy search, and enumerates them to one 32-bit index.
#define MAXN 32
#define UCOLS 136

__kernel void pvq_search(__global const float *restrict coef,
                         __global const uint2 *restrict leaf,        // first coefficient; N | K << 8
                         __global const uint *restrict u_table,      // U(n, k), rows of UCOLS
                         __global char *restrict pulses,
                         __global uint *restrict index,
                         __global float *restrict energy,
                         const int nleaves)
{
    const int id = get_global_id(0);
    if (id >= nleaves)
        return;

    const uint2 lf = leaf[id];
    const int n = lf.y & 255, k = lf.y >> 8;
    float x[MAXN], y[MAXN];
    int iy[MAXN];
    uint negative = 0u;

    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
        const float c = coef[lf.x + j];
        negative |= (c < 0.0f ? 1u : 0u) << j;
        x[j] = fabs(c);
        y[j] = 0.0f;
        iy[j] = 0;
        sum += x[j];
    }

    float xy = 0.0f, yy = 0.0f;
    int left = k;
    if (k > (n >> 1)) {
        if (!(sum > 1.0e-15f && sum < 64.0f)) {
            x[0] = 1.0f;
            for (int j = 1; j < n; j++)
                x[j] = 0.0f;
            sum = 1.0f;
        }
        const float rcp = (k + 0.8f) / sum;
        for (int j = 0; j < n; j++) {
            iy[j] = (int)floor(rcp * x[j]);
            y[j] = (float)iy[j];
            yy += y[j] * y[j];
            xy += x[j] * y[j];
            y[j] *= 2.0f;
            left -= iy[j];
        }
    }
    if (left > n + 3) {                                       // a silent band: all on the first
        const float tmp = (float)left;
        yy += tmp * tmp + tmp * y[0];
        iy[0] += left;
        left = 0;
    }
    for (int i = 0; i < left; i++) {
        yy += 1.0f;
        int best = 0;
        float best_num = (xy + x[0]) * (xy + x[0]);
        float best_den = yy + y[0];
        for (int j = 1; j < n; j++) {
            float rxy = xy + x[j];
            const float ryy = yy + y[j];
            rxy *= rxy;
            if (best_den * rxy > ryy * best_num) {
                best_den = ryy;
                best_num = rxy;
                best = j;
            }
        }
        xy += x[best];
        yy += y[best];
        y[best] += 2.0f;
        iy[best]++;
    }

    // enumeration: the place of this vector among the V(n, k) ones
    uint place = 0u;
    int seen = 0;
    for (int j = n - 1; j >= 0; j--) {
        const bool neg = iy[j] != 0 && (negative >> j & 1u);
        __global const uint *u = u_table + (n - j) * UCOLS;
        if (j < n - 1)
            place += u[seen];
        seen += iy[j];
        if (neg)
            place += j < n - 1 ? u[seen + 1] : 1u;
        pulses[lf.x + j] = (char)(neg ? -iy[j] : iy[j]);
    }
    index[id] = place;
    energy[id] = yy;
}
