// Factorised sparse approximate inverse on the pattern of the lower triangle: every row gathers its small
// dense matrix out of the sparse one, factors it (Cholesky) and solves for one row of G, G^T G ~ A^-1.
#define MAX_ROW 12

static inline float entry(__global const int *restrict cols, __global const float *restrict vals, int lo, int hi, const int want)
{
    while (lo < hi) {
        const int mid = (lo + hi) >> 1;
        if (cols[mid] < want)
            lo = mid + 1;
        else
            hi = mid;
    }
    return cols[lo] == want ? vals[lo] : 0.0f;
}

__kernel void fsai_rows(__global const int *restrict row_ptr,          // lower triangle, diagonal last in each row
                        __global const int *restrict cols,
                        __global const float *restrict vals,
                        __global float *restrict g_vals,
                        __global int *restrict failed,
                        const int nrows)
{
    const int row = get_global_id(0);
    if (row >= nrows)
        return;

    const int begin = row_ptr[row];
    const int m = min(row_ptr[row + 1] - begin, MAX_ROW);
    int idx[MAX_ROW];
    float l[MAX_ROW * (MAX_ROW + 1) / 2];
    float x[MAX_ROW];

    for (int i = 0; i < m; i++)
        idx[i] = cols[begin + i];
    for (int i = 0, at = 0; i < m; i++) {
        const int lo = row_ptr[idx[i]];
        const int hi = row_ptr[idx[i] + 1] - 1;
        for (int j = 0; j < i; j++)
            l[at++] = entry(cols, vals, lo, hi, idx[j]);
        l[at++] = vals[hi];
    }

    int bad = 0;
    for (int i = 0, ri = 0; i < m; ri += ++i) {
        for (int j = 0, rj = 0; j <= i; rj += ++j) {
            float s = l[ri + j];
            for (int k = 0; k < j; k++)
                s -= l[ri + k] * l[rj + k];
            if (i == j) {
                if (s <= 0.0f) {
                    bad++;
                    s = 1e-12f;
                }
                l[ri + i] = sqrt(s);
            } else {
                l[ri + j] = s / l[rj + j];
            }
        }
    }

    // A x = e_m: the forward step leaves only the last entry; then scaled so that diag(G A G^T) = 1
    const int last = m * (m - 1) / 2;
    x[m - 1] = 1.0f / l[last + m - 1];
    for (int i = m - 2; i >= 0; i--) {
        float s = 0.0f;
        for (int k = i + 1; k < m; k++)
            s -= l[k * (k + 1) / 2 + i] * x[k];
        x[i] = s / l[i * (i + 1) / 2 + i];
    }
    for (int i = 0; i < m; i++)
        g_vals[begin + i] = x[i];
    if (bad)
        atomic_inc(failed);
}
