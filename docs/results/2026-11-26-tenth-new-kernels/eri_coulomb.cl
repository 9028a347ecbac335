// Coulomb matrix of s-type Gaussian pairs: J_p = sum_q (p|q) D_q. Kets sorted by bound, staged in
// tiles of the group's size; F0 from a table with a Taylor series, asymptotic above its end.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define T_STEP 0.125
#define T_NODES 256
#define ORDERS 6

__kernel void eri_coulomb(__global const double4 *restrict bra, __global const double *restrict bra_k,
                          __global const double4 *restrict ket, __global const double *restrict ket_kd,
                          __global const double *restrict boys, __global double *restrict coulomb,
                          __local double4 *tile, __local double *tile_kd,
                          const int n_bra, const int n_ket, const double cutoff)
{
    const int i = get_global_id(0), lid = get_local_id(0), size = get_local_size(0);
    const int live = i < n_bra;
    const double4 p = bra[live ? i : n_bra - 1];         // centre, exponent
    const double kp = bra_k[live ? i : n_bra - 1];
    double sum = 0.0;

    for (int base = 0; base < n_ket; base += size) {
        const int n = min(size, n_ket - base);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < n) {
            tile[lid] = ket[base + lid];
            tile_kd[lid] = ket_kd[base + lid];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < n; j++) {
            const double kk = kp * tile_kd[j];
            if (fabs(kk) < cutoff)
                break;                                   // the rest are smaller still
            const double4 q = tile[j];
            const double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
            const double s = p.w + q.w, pq = p.w * q.w;
            const double t = pq / s * (dx * dx + dy * dy + dz * dz);
            double f;
            if (t < T_STEP * (T_NODES - 1)) {
                const int node = (int)(t * (1.0 / T_STEP) + 0.5);
                const double h = node * T_STEP - t;
                __global const double *row = boys + node * ORDERS;
                f = row[0] + h * (row[1] + h * (1.0 / 2.0) * (row[2] + h * (1.0 / 3.0)
                    * (row[3] + h * (1.0 / 4.0) * (row[4] + h * (1.0 / 5.0) * row[5]))));
            } else
                f = 0.88622692545275801 * rsqrt(t);
            sum += kk * f / (pq * sqrt(s));
        }
    }
    if (live)
        coulomb[i] = 34.986836655249725 * sum;           // 2 pi^(5/2)
}
