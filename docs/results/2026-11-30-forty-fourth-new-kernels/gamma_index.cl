// Gamma index of a delivered radiation dose against the planned one (Low et al. 1998, search as in Wendling et al. 2007 and pymedphys):
// an item is one voxel of the plan. It tries points about it, nearest first, with the delivered dose interpolated between voxels, and
// ends when no farther point can be better. Voxels of little dose are left out.
//   planned    nz x ny x nx: dose (Gy)
//   delivered  nz x ny x nx
//   reach      of each point to try: x, y, z (voxels), square of the distance over the distance allowed; ascending
//   gamma      nz x ny x nx: index, at most 2; -1 where left out
//   nx, ny, nz (each at least 2), npoints, least (Gy), allowed (Gy)

__kernel void gamma_index(__global const float *restrict planned,
                          __global const float *restrict delivered,
                          __global const float4 *restrict reach,
                          __global float *restrict gamma,
                          const int nx,
                          const int ny,
                          const int nz,
                          const int npoints,
                          const float least,
                          const float allowed)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz)
        return;
    const int at = (z * ny + y) * nx + x;
    const float here = planned[at];
    if (here < least) {
        gamma[at] = -1.0f;
        return;
    }
    const float scale = 1.0f / allowed;
    float best = 4.0f;
    for (int k = 0; k < npoints; k++) {
        const float4 r = reach[k];
        if (r.w >= best)
            break;
        const float px = (float)x + r.x;
        const float py = (float)y + r.y;
        const float pz = (float)z + r.z;
        if (px < 0.0f || py < 0.0f || pz < 0.0f || px > (float)(nx - 1) || py > (float)(ny - 1) || pz > (float)(nz - 1))
            continue;
        const int ix = min((int)px, nx - 2);
        const int iy = min((int)py, ny - 2);
        const int iz = min((int)pz, nz - 2);
        const float fx = px - (float)ix;
        const float fy = py - (float)iy;
        const float fz = pz - (float)iz;
        __global const float *d = delivered + (iz * ny + iy) * nx + ix;
        const int up = ny * nx;
        const float near_low = mad(fx, d[1] - d[0], d[0]);
        const float near_high = mad(fx, d[nx + 1] - d[nx], d[nx]);
        const float far_low = mad(fx, d[up + 1] - d[up], d[up]);
        const float far_high = mad(fx, d[up + nx + 1] - d[up + nx], d[up + nx]);
        const float near = mad(fy, near_high - near_low, near_low);
        const float far = mad(fy, far_high - far_low, far_low);
        const float off = (mad(fz, far - near, near) - here) * scale;
        best = fmin(best, mad(off, off, r.w));
    }
    gamma[at] = sqrt(best);
}
