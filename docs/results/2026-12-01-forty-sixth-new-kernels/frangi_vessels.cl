// How much a volume looks like a vessel at each voxel (Frangi et al. 1998; as in ITK's and scikit-image's filter, at one scale): an item is
// one voxel. Second differences at a distance of `reach` give the Hessian; its eigenvalues by Cardano's formula. Background is left out.
//   volume     nz x ny x nx: smoothed
//   vessel     nz x ny x nx: 0 to 1
//   thick      nz x ny x nx: 1 line, 2 sheet, 3 blob, 0 none of them
//   nx, ny, nz, reach, least (intensity), alpha, beta, gamma
#define TAU 6.2831853f

__kernel void frangi_vessels(__global const float *restrict volume,
                             __global float *restrict vessel,
                             __global uchar *restrict thick,
                             const int nx,
                             const int ny,
                             const int nz,
                             const int reach,
                             const float least,
                             const float alpha,
                             const float beta,
                             const float gamma)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz)
        return;
    const int at = (z * ny + y) * nx + x;
    float answer = 0.0f;
    int shape = 0;
    const float own = volume[at];
    if (own > least && x >= reach && x < nx - reach && y >= reach && y < ny - reach && z >= reach && z < nz - reach) {
        __global const float *v = volume + at;
        const int dx = reach;
        const int dy = reach * nx;
        const int dz = reach * nx * ny;
        const float scale = 1.0f / (reach * reach);
        const float xx = (v[dx] - 2.0f * own + v[-dx]) * scale;
        const float yy = (v[dy] - 2.0f * own + v[-dy]) * scale;
        const float zz = (v[dz] - 2.0f * own + v[-dz]) * scale;
        const float xy = 0.25f * (v[dx + dy] - v[dx - dy] - v[dy - dx] + v[-dx - dy]) * scale;
        const float xz = 0.25f * (v[dx + dz] - v[dx - dz] - v[dz - dx] + v[-dx - dz]) * scale;
        const float yz = 0.25f * (v[dy + dz] - v[dy - dz] - v[dz - dy] + v[-dy - dz]) * scale;
        const float q = (xx + yy + zz) / 3.0f;
        if (q < 0.0f) {
            const float a = xx - q;
            const float b = yy - q;
            const float c = zz - q;
            const float p = sqrt((a * a + b * b + c * c + 2.0f * (xy * xy + xz * xz + yz * yz)) / 6.0f);
            const float det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
            const float r = p > 1e-12f ? clamp(0.5f * det / (p * p * p), -1.0f, 1.0f) : 1.0f;
            const float angle = acos(r) / 3.0f;
            float l1 = q + 2.0f * p * cos(angle);
            float l3 = q + 2.0f * p * cos(angle + TAU / 3.0f);
            float l2 = 3.0f * q - l1 - l3;
            float swap;
            if (fabs(l1) > fabs(l2)) { swap = l1; l1 = l2; l2 = swap; }
            if (fabs(l2) > fabs(l3)) { swap = l2; l2 = l3; l3 = swap; }
            if (fabs(l1) > fabs(l2)) { swap = l1; l1 = l2; l2 = swap; }
            if (l2 < 0.0f && l3 < 0.0f) {
                const float ra = l2 / l3;
                const float rb = fabs(l1) / sqrt(l2 * l3);
                const float s = l1 * l1 + l2 * l2 + l3 * l3;
                answer = (1.0f - exp(-ra * ra / (2.0f * alpha * alpha))) * exp(-rb * rb / (2.0f * beta * beta)) *
                         (1.0f - exp(-s / (2.0f * gamma * gamma)));
                shape = ra < 0.4f ? 2 : rb < 0.5f ? 1 : 3;
            }
        }
    }
    vessel[at] = answer;
    thick[at] = (uchar)shape;
}
