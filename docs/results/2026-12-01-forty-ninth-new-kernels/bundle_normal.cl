// Photogrammetry: normal equations of the cameras in a bundle adjustment (as in Ceres' and COLMAP's, with Huber's loss): a group is one
// camera. Its items take the camera's image points in turns; their sums meet in local memory.
//   camera     3 for each camera: axis times angle, focal length (pixels); translation, k1; principal point (x, y), k2, 0
//   begin      ncameras + 1: first image point of each
//   which      of each image point: the point in space
//   seen       of each image point: x, y (pixels)
//   point      of each point in space: x, y, z, 0
//   off        of each image point: residual (pixels), 0 behind the camera
//   normal     ncameras x 28: upper half of the 6 x 6 matrix by rows, six of the right side, cost
//   huber      pixels
#define ITEMS 32
#define UNKNOWNS 6
#define SUMS 28

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void bundle_normal(__global const float4 *restrict camera,
                   __global const int *restrict begin,
                   __global const int *restrict which,
                   __global const float2 *restrict seen,
                   __global const float4 *restrict point,
                   __global float2 *restrict off,
                   __global float *restrict normal,
                   const float huber)
{
    __local float part[SUMS][ITEMS + 1];
    const int lid = get_local_id(0);
    const int id = get_group_id(0);
    const float4 turn = camera[3 * id];
    const float4 shift = camera[3 * id + 1];
    const float4 lens = camera[3 * id + 2];
    const float focal = turn.w;
    const float angle = sqrt(dot(turn.xyz, turn.xyz));
    const float3 axis = angle > 1e-8f ? turn.xyz / angle : (float3)(0.0f, 0.0f, 1.0f);
    const float c = cos(angle);
    const float s = sin(angle);
    float sum[SUMS];
    for (int k = 0; k < SUMS; k++)
        sum[k] = 0.0f;
    const int end = begin[id + 1];
    for (int o = begin[id] + lid; o < end; o += ITEMS) {
        const float3 x = point[which[o]].xyz;
        const float3 q = x * c + cross(axis, x) * s + axis * (dot(axis, x) * (1.0f - c));
        const float3 p = q + shift.xyz;
        if (p.z < 1e-3f) {
            off[o] = (float2)(0.0f, 0.0f);
            continue;
        }
        const float2 h = p.xy / p.z;
        const float rr = dot(h, h);
        const float bend = 1.0f + rr * (shift.w + rr * lens.z);
        const float2 e = focal * bend * h + lens.xy - seen[o];
        off[o] = e;
        const float ee = dot(e, e);
        float w = 1.0f;
        float cost = 0.5f * ee;
        if (ee > huber * huber) {
            const float size = sqrt(ee);
            w = huber / size;
            cost = huber * (size - 0.5f * huber);
        }
        const float slope = 2.0f * shift.w + 4.0f * lens.z * rr;           // of bend, by h over h
        const float by = focal / p.z;
        const float xx = by * (bend + slope * h.x * h.x);
        const float xy = by * slope * h.x * h.y;
        const float yy = by * (bend + slope * h.y * h.y);
        const float3 du = (float3)(xx, xy, -(xx * h.x + xy * h.y));
        const float3 dv = (float3)(xy, yy, -(xy * h.x + yy * h.y));
        const float3 ru = cross(q, du);                                    // a small turn moves q by its cross product with it
        const float3 rv = cross(q, dv);
        const float ju[UNKNOWNS] = {ru.x, ru.y, ru.z, du.x, du.y, du.z};
        const float jv[UNKNOWNS] = {rv.x, rv.y, rv.z, dv.x, dv.y, dv.z};
        int k = 0;
        for (int i = 0; i < UNKNOWNS; i++)
            for (int j = i; j < UNKNOWNS; j++)
                sum[k++] += w * (ju[i] * ju[j] + jv[i] * jv[j]);
        for (int i = 0; i < UNKNOWNS; i++)
            sum[k++] -= w * (ju[i] * e.x + jv[i] * e.y);
        sum[k] += cost;
    }
    for (int k = 0; k < SUMS; k++)
        part[k][lid] = sum[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < SUMS) {
        float all_of = 0.0f;
        for (int k = 0; k < ITEMS; k++)
            all_of += part[lid][k];
        normal[id * SUMS + lid] = all_of;
    }
}
