/* Point cloud viewer: projects points with a pinhole camera into a packed depth/intensity image.
 * key = depth (24 bits, nearer is smaller) | intensity (8 bits); the nearest point of a pixel wins by atomic_min.
 * Near points cover a square of up to 3 x 3 pixels so that surfaces close up. */

__kernel void points_zbuffer(__global const float4 *points,      /* x, y, z, intensity 0..1 */
                             __global const float4 *pose,        /* three rows, world to camera */
                             volatile __global uint *image,
                             const int count, const int width, const int height,
                             const float focal, const float near_plane, const float far_plane, const float splat)
{
    const int id = get_global_id(0);
    if (id >= count)
        return;

    const float4 p = points[id];
    const float4 q = (float4)(p.xyz, 1.0f);
    const float z = dot(pose[2], q);
    if (!(z > near_plane && z < far_plane))
        return;

    const float inv = 1.0f / z;
    const float u = focal * dot(pose[0], q) * inv + 0.5f * width;
    const float v = focal * dot(pose[1], q) * inv + 0.5f * height;
    if (!(u > -2.0f && v > -2.0f && u < width + 2.0f && v < height + 2.0f))
        return;

    /* depth is stored as its inverse scaled linearly, as in a hardware depth buffer */
    const float d = (1.0f / near_plane - inv) / (1.0f / near_plane - 1.0f / far_plane);
    const uint key = (uint)(clamp(d, 0.0f, 1.0f) * 16777214.0f) << 8 | convert_uchar_sat(p.w * 255.0f);

    const int radius = min(1, (int)(splat * focal * inv));
    const int px = (int)floor(u), py = (int)floor(v);
    const int x0 = max(px - radius, 0), x1 = min(px + radius, width - 1);
    const int y0 = max(py - radius, 0), y1 = min(py + radius, height - 1);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            atomic_min(&image[y * width + x], key);
}
