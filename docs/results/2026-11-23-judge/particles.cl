#define TILE 128
__kernel void nbody_tile(__global const float4 *pos, __global float4 *acc,
                         const int n, const float eps2)
{
    __local float4 t[TILE];
    int i = get_global_id(0);
    int l = get_local_id(0);
    float4 me = pos[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int b = 0; b < n; b += TILE) {
        t[l] = pos[b + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < TILE; ++j) {
            float dx = t[j].x - me.x, dy = t[j].y - me.y, dz = t[j].z - me.z;
            float d2 = dx * dx + dy * dy + dz * dz + eps2;
            float inv = rsqrt(d2);
            float f = t[j].w * inv * inv * inv;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    acc[i] = (float4)(ax, ay, az, 0.0f);
}

#define CAP 16
/* Lennard-Jones on a periodic nc^3 grid of cells; a work-group per cell, a
   work-item per slot. Positions are relative to their cell. */
__kernel void lj_cells(__global const float4 *pos, __global const int *count,
                       __global float4 *force, const int nc, const float rc2)
{
    int slot = get_local_id(0);
    int cell = get_group_id(0);
    if (slot >= count[cell])
        return;
    int cx = cell % nc, cy = (cell / nc) % nc, cz = cell / (nc * nc);
    float4 p = pos[cell * CAP + slot];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f, e = 0.0f;
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                int ox = (cx + dx + nc) % nc;
                int oy = (cy + dy + nc) % nc;
                int oz = (cz + dz + nc) % nc;
                int other = (oz * nc + oy) * nc + ox;
                int m = count[other];
                for (int j = 0; j < m; ++j) {
                    if (other == cell && j == slot)
                        continue;
                    float4 q = pos[other * CAP + j];
                    float rx = p.x - q.x - dx, ry = p.y - q.y - dy, rz = p.z - q.z - dz;
                    float r2 = rx * rx + ry * ry + rz * rz + 1e-3f;
                    if (r2 < rc2) {
                        float i2 = 0.09f / r2;
                        float i6 = i2 * i2 * i2;
                        float f = 24.0f * i6 * (2.0f * i6 - 1.0f) / r2;
                        fx += f * rx;
                        fy += f * ry;
                        fz += f * rz;
                        e += 4.0f * i6 * (i6 - 1.0f);
                    }
                }
            }
    force[cell * CAP + slot] = (float4)(fx, fy, fz, e);
}
