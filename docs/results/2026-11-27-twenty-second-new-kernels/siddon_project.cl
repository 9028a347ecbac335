// Medical imaging: cone-beam CT forward projection, exact voxel traversal (Siddon, Amanatides-Woo stepping).
// global = (detector columns, detector rows, views); the volume is a cube of side n centred at the origin, unit voxels.

__kernel void siddon_project(__global const float *restrict volume, __global const float4 *restrict views,
                             __global float *restrict sinogram, const int n, const int columns, const int rows,
                             const float source_distance, const float detector_distance, const float pitch)
{
    const int u = get_global_id(0), v = get_global_id(1), view = get_global_id(2);
    if (u >= columns || v >= rows)
        return;

    const float4 cs = views[view]; /* cos, sin, height, weight */
    const float half_n = 0.5f * (float)n;
    const float du = ((float)u - 0.5f * (float)(columns - 1)) * pitch;
    const float dv = ((float)v - 0.5f * (float)(rows - 1)) * pitch;
    const float3 src = (float3)(source_distance * cs.x, source_distance * cs.y, cs.z) + half_n;
    const float3 det = (float3)(-detector_distance * cs.x - du * cs.y, -detector_distance * cs.y + du * cs.x, cs.z + dv) + half_n;
    float3 dir = det - src;
    const float len = length(dir);
    dir /= len;
    dir = select(dir, (float3)(1e-7f), isless(fabs(dir), (float3)(1e-7f)));
    const float3 inv = 1.0f / dir;

    const float3 t0 = -src * inv, t1 = ((float3)((float)n) - src) * inv;
    const float3 lo = fmin(t0, t1), hi = fmax(t0, t1);
    float t = fmax(fmax(lo.x, lo.y), fmax(lo.z, 0.0f));
    const float stop = fmin(fmin(hi.x, hi.y), fmin(hi.z, len));

    float sum = 0.0f;
    if (t < stop) {
        int3 cell = clamp(convert_int3_rtn(src + dir * t), (int3)(0), (int3)(n - 1));
        const int sx = dir.x > 0.0f ? 1 : -1, sy = dir.y > 0.0f ? 1 : -1, sz = dir.z > 0.0f ? 1 : -1;
        const float3 grow = fabs(inv);
        float3 next = ((float3)(cell.x + (sx > 0), cell.y + (sy > 0), cell.z + (sz > 0)) - src) * inv;
        while (t < stop) {
            const float value = volume[(cell.z * n + cell.y) * n + cell.x];
            const float to = fmin(fmin(next.x, next.y), fmin(next.z, stop));
            sum += value * fmax(to - t, 0.0f);
            t = fmax(t, to);
            if (next.x <= next.y && next.x <= next.z) {
                cell.x += sx;
                next.x += grow.x;
                if ((uint)cell.x >= (uint)n) break;
            } else if (next.y <= next.z) {
                cell.y += sy;
                next.y += grow.y;
                if ((uint)cell.y >= (uint)n) break;
            } else {
                cell.z += sz;
                next.z += grow.z;
                if ((uint)cell.z >= (uint)n) break;
            }
        }
    }
    sinogram[((size_t)view * rows + v) * columns + u] = sum * cs.w;
}
