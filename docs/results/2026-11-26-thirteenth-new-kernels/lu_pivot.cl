// LU factors with partial pivoting of many small dense double matrices, one matrix a work-group in local memory (dense linear algebra).
#define MAX_ITEMS 64

kernel void lu_pivot(global const double *matrices, int n, global double *factors, global int *pivots,
                     global double *determinant, local double *a)
{
    local double best[MAX_ITEMS];
    local int who[MAX_ITEMS];
    int t = get_local_id(0), items = get_local_size(0), m = get_group_id(0);
    int ld = n + 1;
    size_t base = (size_t)m * n * n;

    for (int i = t; i < n * n; i += items)
        a[i / n * ld + i % n] = matrices[base + i];
    barrier(CLK_LOCAL_MEM_FENCE);

    double det = 1.0;
    for (int k = 0; k < n; k++) {
        best[t] = t >= k && t < n ? fabs(a[t * ld + k]) : -1.0;
        who[t] = t;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = items >> 1; s > 0; s >>= 1) {
            if (t < s && best[t + s] > best[t]) {
                best[t] = best[t + s];
                who[t] = who[t + s];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        int p = who[0];
        if (p != k)
            for (int j = t; j < n; j += items) {
                double x = a[k * ld + j];
                a[k * ld + j] = a[p * ld + j];
                a[p * ld + j] = x;
            }
        if (t == 0)
            pivots[m * n + k] = p;
        barrier(CLK_LOCAL_MEM_FENCE);

        double diagonal = a[k * ld + k];
        det *= p != k ? -diagonal : diagonal;
        if (t > k && t < n && diagonal != 0.0) {
            double l = a[t * ld + k] / diagonal;
            a[t * ld + k] = l;
            for (int j = k + 1; j < n; j++)
                a[t * ld + j] -= l * a[k * ld + j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int i = t; i < n * n; i += items)
        factors[base + i] = a[i / n * ld + i % n];
    if (t == 0)
        determinant[m] = det;
}
