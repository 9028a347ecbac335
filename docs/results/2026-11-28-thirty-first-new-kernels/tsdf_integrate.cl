// Fusion of a depth image into a truncated signed distance volume (KinectFusion): every voxel is
// projected into the camera; voxels in front of or near the measured surface are averaged in.
#define UNIT 32766.0f

__kernel void tsdf_integrate(__global const ushort *restrict depth,        // millimetres, 0: none
                             __global const float4 *restrict world_to_cam, // three rows
                             __global short2 *restrict volume,             // distance, weight
                             const int nx,
                             const int ny,
                             const int nz,
                             const int width,
                             const int height,
                             const int max_weight,
                             const float voxel,
                             const float focal,
                             const float cx,
                             const float cy,
                             const float trunc)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz)
        return;

    const float4 p = (float4)((x + 0.5f) * voxel, (y + 0.5f) * voxel, (z + 0.5f) * voxel, 1.0f);
    const float vz = dot(world_to_cam[2], p);
    if (vz <= 0.1f)
        return;
    const float vx = dot(world_to_cam[0], p);
    const float vy = dot(world_to_cam[1], p);
    const float inv_z = 1.0f / vz;
    const int u = convert_int_rte(mad(focal * vx, inv_z, cx));
    const int v = convert_int_rte(mad(focal * vy, inv_z, cy));
    if (u < 0 || v < 0 || u >= width || v >= height)
        return;

    const ushort mm = depth[v * width + u];
    if (mm == 0)
        return;
    const float rx = ((float)u - cx) / focal;
    const float ry = ((float)v - cy) / focal;
    const float lambda = sqrt(rx * rx + ry * ry + 1.0f);
    const float sdf = 0.001f * (float)mm * lambda - sqrt(vx * vx + vy * vy + vz * vz);
    if (sdf < -trunc)
        return;

    const float tsdf = fmin(1.0f, sdf / trunc);
    const int i = (z * ny + y) * nx + x;
    const short2 old = volume[i];
    const float weight = (float)old.y;
    const float mean = mad((float)old.x * (1.0f / UNIT), weight, tsdf) / (weight + 1.0f);
    volume[i] = (short2)(convert_short_sat_rte(mean * UNIT), (short)min((int)old.y + 1, max_weight));
}
