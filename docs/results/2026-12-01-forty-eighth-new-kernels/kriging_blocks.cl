// Geostatistics: grades of the blocks of a deposit from drill holes (ordinary block kriging with the nearest samples, as in GSLIB): an item is
// one block. It looks for the samples in growing rings of cells, fills the covariances of a spherical model and solves by Cholesky.
//   cell_begin ncx * ncy + 1: first sample of each cell
//   sample     x, y (m), grade, 0
//   grade      ny x nx: -1 where fewer than FEWEST are in reach
//   variance   ny x nx
//   used       ny x nx: samples
//   nx, ny, ncx, ncy, nearest (samples at most, up to MOST), rings (of cells at most), points (of a block's side), block (m), side (of the
//   cells, m), nugget, sill (without it), wide, deep (ranges, m), strike (radians), inside (mean covariance in a block)
#define MOST 16
#define FEWEST 3

float covariance(const float2 apart, const float4 axes, const float sill)
{
    const float2 h = (float2)(dot(apart, axes.xy), dot(apart, axes.zw));
    const float d = sqrt(dot(h, h));
    return d < 1.0f ? sill * (1.0f - d * (1.5f - 0.5f * d * d)) : 0.0f;
}

__kernel void kriging_blocks(__global const int *restrict cell_begin,
                             __global const float4 *restrict sample,
                             __global float *restrict grade,
                             __global float *restrict variance,
                             __global uchar *restrict used,
                             const int nx,
                             const int ny,
                             const int ncx,
                             const int ncy,
                             const int nearest,
                             const int rings,
                             const int points,
                             const float block,
                             const float side,
                             const float nugget,
                             const float sill,
                             const float wide,
                             const float deep,
                             const float strike,
                             const float inside)
{
    const int bx = get_global_id(0);
    const int by = get_global_id(1);
    if (bx >= nx || by >= ny)
        return;
    const float2 middle = (float2)((bx + 0.5f) * block, (by + 0.5f) * block);
    float near[MOST];
    int who[MOST];
    int n = 0;
    const int hx = clamp((int)(middle.x / side), 0, ncx - 1);
    const int hy = clamp((int)(middle.y / side), 0, ncy - 1);
    for (int r = 0; r <= rings; r++) {
        const float reached = (r - 1) * side;                              // what is nearer has been seen
        if (n == nearest && r > 0 && near[n - 1] <= reached * reached)
            break;
        for (int cy = max(hy - r, 0); cy <= min(hy + r, ncy - 1); cy++) {
            const bool edge = cy == hy - r || cy == hy + r;
            for (int cx = hx - r; cx <= hx + r; cx += edge || r == 0 ? 1 : 2 * r) {
                if (cx < 0 || cx >= ncx)
                    continue;
                const int end = cell_begin[cy * ncx + cx + 1];
                for (int k = cell_begin[cy * ncx + cx]; k < end; k++) {
                    const float2 off = sample[k].xy - middle;
                    const float d = dot(off, off);
                    if (n == nearest && d >= near[n - 1])
                        continue;
                    int at = n < nearest ? n++ : n - 1;
                    for (; at > 0 && near[at - 1] > d; at--) {
                        near[at] = near[at - 1];
                        who[at] = who[at - 1];
                    }
                    near[at] = d;
                    who[at] = k;
                }
            }
        }
    }
    const int to = by * nx + bx;
    used[to] = n;
    if (n < FEWEST) {
        grade[to] = -1.0f;
        variance[to] = nugget + sill;
        return;
    }
    const float4 axes = (float4)(cos(strike) / wide, sin(strike) / wide, -sin(strike) / deep, cos(strike) / deep);
    float l[MOST][MOST];
    float x[MOST], ones[MOST], right[MOST], value[MOST];
    for (int i = 0; i < n; i++) {
        const float4 s = sample[who[i]];
        float sum = 0.0f;
        for (int v = 0; v < points; v++)
            for (int u = 0; u < points; u++) {
                const float2 p = middle + block * ((float2)(u + 0.5f, v + 0.5f) / points - 0.5f);
                sum += covariance(p - s.xy, axes, sill);
            }
        right[i] = sum / (points * points);
        value[i] = s.z;
        float e = right[i];
        float f = 1.0f;
        for (int j = 0; j <= i; j++) {
            float c = j < i ? covariance(sample[who[j]].xy - s.xy, axes, sill) : sill + nugget;
            for (int k = 0; k < j; k++)
                c -= l[i][k] * l[j][k];
            if (j < i) {
                l[i][j] = c / l[j][j];
                e -= l[i][j] * x[j];
                f -= l[i][j] * ones[j];
            } else
                l[i][i] = sqrt(fmax(c, 1e-6f));
        }
        x[i] = e / l[i][i];
        ones[i] = f / l[i][i];
    }
    float sum_x = 0.0f;
    float sum_ones = 0.0f;
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            x[i] -= l[k][i] * x[k];
            ones[i] -= l[k][i] * ones[k];
        }
        x[i] /= l[i][i];
        ones[i] /= l[i][i];
        sum_x += x[i];
        sum_ones += ones[i];
    }
    const float mu = (1.0f - sum_x) / sum_ones;
    float estimate = 0.0f;
    float var = inside + mu;
    for (int i = 0; i < n; i++) {
        const float w = x[i] + mu * ones[i];
        estimate += w * value[i];
        var -= w * right[i];
    }
    grade[to] = fmax(estimate, 0.0f);
    variance[to] = fmax(var, 0.0f);
}
