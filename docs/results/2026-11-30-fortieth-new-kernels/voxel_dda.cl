// Occupancy mapping: the beams of a turning scanner are walked through a grid of voxels (Amanatides and Woo); voxels they
// cross count a pass, the voxel where they end a hit; far beams only clear, beams that hit the robot itself are left out.
__kernel void voxel_dda(__global const float4 *restrict scan,             // range, azimuth, elevation, intensity
                        __global const float *restrict poses,             // 12 a sweep: rotation by rows, then position
                        __global const int *restrict sweep_of,
                        __global int *restrict passed,
                        __global int *restrict struck,
                        __global ushort *restrict steps,
                        const int nbeams,
                        const int nx,
                        const int ny,
                        const int nz,
                        const float cell,
                        const float min_range,
                        const float max_range)
{
    const int id = get_global_id(0);
    if (id >= nbeams)
        return;
    steps[id] = 0;
    const float4 beam = scan[id];
    if (!(beam.x > min_range))
        return;
    const bool ends = beam.x <= max_range;
    const float range = fmin(beam.x, max_range);
    __global const float *pose = poses + 12 * sweep_of[id];
    float ca, ce;
    const float sa = sincos(beam.y, &ca);
    const float se = sincos(beam.z, &ce);
    const float3 ray = (float3)(ce * ca, ce * sa, se);
    const float3 d = (float3)(dot(ray, vload3(0, pose)), dot(ray, vload3(1, pose)), dot(ray, vload3(2, pose)));
    const float3 from = vload3(3, pose) / cell + (float3)(0.5f * nx, 0.5f * ny, 0.25f * nz);
    const float3 to = from + d * (range / cell);
    int3 v = convert_int3_rtn(from);
    const int3 goal = convert_int3_rtn(to);
    const int3 size = (int3)(nx, ny, nz);
    if (any(v < 0) || any(v >= size))
        return;
    const int3 step = select((int3)(1), (int3)(-1), d < 0.0f);
    const float3 slow = 1.0f / fmax(fabs(d), 1e-9f);
    const float3 part = from - floor(from);
    float3 next = select(1.0f - part, part, d < 0.0f) * slow;
    const int most = abs_diff(v.x, goal.x) + abs_diff(v.y, goal.y) + abs_diff(v.z, goal.z);
    int k = 0;
    bool inside = true;
    while (k < most) {
        atomic_inc(&passed[(v.z * ny + v.y) * nx + v.x]);
        k++;
        if (next.x < next.y && next.x < next.z) {
            v.x += step.x;
            next.x += slow.x;
            inside = v.x >= 0 && v.x < nx;
        } else if (next.y < next.z) {
            v.y += step.y;
            next.y += slow.y;
            inside = v.y >= 0 && v.y < ny;
        } else {
            v.z += step.z;
            next.z += slow.z;
            inside = v.z >= 0 && v.z < nz;
        }
        if (!inside)
            break;
    }
    if (inside && ends)
        atomic_add(&struck[(v.z * ny + v.y) * nx + v.x], beam.w > 0.5f ? 2 : 1);
    steps[id] = (ushort)k;
}
