/* Electronic structure: one weighted Jacobi step of the fourth-order compact (Mehrstellen, 19 points) Poisson operator on
 * a periodic grid; the potential is staged with its halo in local memory, the density is read directly. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define BX 16
#define BY 4
#define BZ 2
#define SX (BX + 2)
#define SY (BY + 2)
#define SZ (BZ + 2)
#define V(dx, dy, dz) tile[((z + 1 + (dz)) * SY + y + 1 + (dy)) * SX + x + 1 + (dx)]

__kernel __attribute__((reqd_work_group_size(BX, BY, BZ)))
void mehrstellen19(__global const double *restrict potential, __global const double *restrict density,
                   __global double *restrict next, const int nx, const int ny, const int nz,
                   const double spacing, const double omega)
{
    __local double tile[SX * SY * SZ];
    const int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    const int ox = get_group_id(0) * BX - 1, oy = get_group_id(1) * BY - 1, oz = get_group_id(2) * BZ - 1;

    for (int i = (z * BY + y) * BX + x; i < SX * SY * SZ; i += BX * BY * BZ) {
        const int tx = i % SX, ty = i / SX % SY, tz = i / (SX * SY);
        const int gx = (ox + tx + nx) % nx, gy = (oy + ty + ny) % ny, gz = (oz + tz + nz) % nz;
        tile[i] = potential[((size_t)gz * ny + gy) * nx + gx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const double centre = V(0, 0, 0);
    const double faces = V(1, 0, 0) + V(-1, 0, 0) + V(0, 1, 0) + V(0, -1, 0) + V(0, 0, 1) + V(0, 0, -1);
    const double edges = V(1, 1, 0) + V(-1, 1, 0) + V(1, -1, 0) + V(-1, -1, 0) + V(1, 0, 1) + V(-1, 0, 1)
                       + V(1, 0, -1) + V(-1, 0, -1) + V(0, 1, 1) + V(0, -1, 1) + V(0, 1, -1) + V(0, -1, -1);

    const int gx = get_global_id(0), gy = get_global_id(1), gz = get_global_id(2);
    const int xm = gx ? gx - 1 : nx - 1, xp = gx + 1 < nx ? gx + 1 : 0;
    const int ym = gy ? gy - 1 : ny - 1, yp = gy + 1 < ny ? gy + 1 : 0;
    const int zm = gz ? gz - 1 : nz - 1, zp = gz + 1 < nz ? gz + 1 : 0;
    const size_t at = ((size_t)gz * ny + gy) * nx + gx;
    const double around = density[at - gx + xm] + density[at - gx + xp]
                        + density[((size_t)gz * ny + ym) * nx + gx] + density[((size_t)gz * ny + yp) * nx + gx]
                        + density[((size_t)zm * ny + gy) * nx + gx] + density[((size_t)zp * ny + gy) * nx + gx];
    const double source = 4.0 * 3.14159265358979324 * (0.5 * density[at] + around / 12.0);
    const double applied = (4.0 * centre - faces / 3.0 - edges / 6.0) / (spacing * spacing);
    next[at] = centre + omega * spacing * spacing / 4.0 * (source - applied);
}
