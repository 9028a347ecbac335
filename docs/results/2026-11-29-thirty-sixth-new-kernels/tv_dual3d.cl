// Ascent of the dual variable in total-variation reconstruction of a volume (primal-dual iteration with a
// Huber norm): a step along the gradient of the extrapolated image, then back into the unit ball.
__kernel void tv_dual3d(__global const float *restrict image,
                        __global float *restrict px,
                        __global float *restrict py,
                        __global float *restrict pz,
                        const int nx,
                        const int ny,
                        const int nz,
                        const float step_xy,            // sigma lambda / voxel
                        const float step_z,
                        const float shrink)             // 1 / (1 + sigma alpha)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz)
        return;
    const int at = (z * ny + y) * nx + x;
    const float u = image[at];
    const float gx = x + 1 < nx ? image[at + 1] - u : 0.0f;
    const float gy = y + 1 < ny ? image[at + nx] - u : 0.0f;
    const float gz = z + 1 < nz ? image[at + nx * ny] - u : 0.0f;
    const float qx = fma(step_xy, gx, px[at]) * shrink;
    const float qy = fma(step_xy, gy, py[at]) * shrink;
    const float qz = fma(step_z, gz, pz[at]) * shrink;
    const float back = 1.0f / fmax(1.0f, sqrt(qx * qx + qy * qy + qz * qz));
    px[at] = qx * back;
    py[at] = qy * back;
    pz[at] = qz * back;
}
