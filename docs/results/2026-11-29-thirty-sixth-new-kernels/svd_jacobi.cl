// Singular value decomposition of small matrices by one-sided Jacobi rotations, a matrix a work-group:
// each step turns n / 2 disjoint pairs of columns (round robin) until a sweep finds all of them orthogonal.
// n is a power of two.
#define GROUP 64
#define MAX_M 64
#define MAX_N 32

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void svd_jacobi(__global const float *restrict matrix,       // batch x m x n
                __global float *restrict left,               // batch x m x n
                __global float *restrict sigma,              // batch x n
                __global float *restrict right,              // batch x n x n
                __global int *restrict sweeps,
                const int m,
                const int n,
                const int max_sweeps,
                const float tolerance)
{
    __local float a[MAX_N][MAX_M + 1];                       // by columns
    __local float v[MAX_N][MAX_N + 1];
    __local float dots[3][GROUP];
    __local int turned;

    const int which = get_group_id(0);
    const int lid = get_local_id(0);
    const int pairs = n / 2;
    const int lanes = GROUP / pairs;
    const int pair = lid / lanes;
    const int lane = lid % lanes;

    for (int i = lid; i < m * n; i += GROUP)
        a[i % n][i / n] = matrix[(size_t)which * m * n + i];
    for (int i = lid; i < n * n; i += GROUP)
        v[i / n][i % n] = i / n == i % n ? 1.0f : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    int sweep = 0;
    while (sweep < max_sweeps) {
        if (lid == 0)
            turned = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int step = 0; step < n - 1; step++) {
            const int p = pair == 0 ? n - 1 : (step + pair) % (n - 1);
            const int q = pair == 0 ? step : (step + n - 1 - pair) % (n - 1);
            float pp = 0.0f;
            float qq = 0.0f;
            float pq = 0.0f;
            for (int i = lane; i < m; i += lanes) {
                const float x = a[p][i];
                const float y = a[q][i];
                pp = fma(x, x, pp);
                qq = fma(y, y, qq);
                pq = fma(x, y, pq);
            }
            dots[0][lid] = pp;
            dots[1][lid] = qq;
            dots[2][lid] = pq;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = lanes / 2; k > 0; k >>= 1) {
                if (lane < k) {
                    dots[0][lid] += dots[0][lid + k];
                    dots[1][lid] += dots[1][lid + k];
                    dots[2][lid] += dots[2][lid + k];
                }
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            pp = dots[0][pair * lanes];
            qq = dots[1][pair * lanes];
            pq = dots[2][pair * lanes];
            if (fabs(pq) > tolerance * sqrt(pp * qq)) {
                const float zeta = (qq - pp) / (2.0f * pq);
                const float t = copysign(1.0f, zeta) / (fabs(zeta) + sqrt(1.0f + zeta * zeta));
                const float c = rsqrt(1.0f + t * t);
                const float s = c * t;
                for (int i = lane; i < m; i += lanes) {
                    const float x = a[p][i];
                    const float y = a[q][i];
                    a[p][i] = c * x - s * y;
                    a[q][i] = s * x + c * y;
                }
                for (int i = lane; i < n; i += lanes) {
                    const float x = v[p][i];
                    const float y = v[q][i];
                    v[p][i] = c * x - s * y;
                    v[q][i] = s * x + c * y;
                }
                if (lane == 0)
                    atomic_inc(&turned);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        sweep++;
        const int again = turned;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (again == 0)
            break;
    }

    for (int j = lid; j < n; j += GROUP) {
        float square = 0.0f;
        for (int i = 0; i < m; i++)
            square = fma(a[j][i], a[j][i], square);
        dots[0][j] = sqrt(square);
        sigma[(size_t)which * n + j] = dots[0][j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < m * n; i += GROUP)
        left[(size_t)which * m * n + i] = a[i % n][i / n] / fmax(dots[0][i % n], 1e-30f);
    for (int i = lid; i < n * n; i += GROUP)
        right[(size_t)which * n * n + i] = v[i / n][i % n];
    if (lid == 0)
        sweeps[which] = sweep;
}
