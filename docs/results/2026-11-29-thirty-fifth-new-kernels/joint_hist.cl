// Joint histogram of a fixed and an affinely moved scan for mutual information: each group gathers its
// block of the fixed volume into a histogram in local memory and adds that to the global one.
#define BINS 32
#define SLAB 8

__kernel void joint_hist(__global const short *restrict fixed,
                         __global const short *restrict moving,
                         __global const float *restrict affine,         // 3 x 4, voxels to voxels
                         __global uint *restrict hist,                  // BINS x BINS, added to
                         const int nx,
                         const int ny,
                         const int nz,
                         const int mx,
                         const int my,
                         const int mz,
                         const float fixed_scale,
                         const float moving_scale,
                         const float low,
                         const float air)
{
    __local uint part[BINS * BINS];
    const int lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    const int group = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (int i = lid; i < BINS * BINS; i += group)
        part[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z0 = get_global_id(2) * SLAB;
    if (x < nx && y < ny) {
        for (int z = z0; z < min(z0 + SLAB, nz); z++) {
            const float f = fixed[((size_t)z * ny + y) * nx + x];
            if (f < air)
                continue;
            const float px = affine[0] * x + affine[1] * y + affine[2] * z + affine[3];
            const float py = affine[4] * x + affine[5] * y + affine[6] * z + affine[7];
            const float pz = affine[8] * x + affine[9] * y + affine[10] * z + affine[11];
            const int ix = (int)floor(px);
            const int iy = (int)floor(py);
            const int iz = (int)floor(pz);
            if (ix < 0 || iy < 0 || iz < 0 || ix >= mx - 1 || iy >= my - 1 || iz >= mz - 1)
                continue;
            const float tx = px - ix;
            const float ty = py - iy;
            const float tz = pz - iz;
            __global const short *m = moving + ((size_t)iz * my + iy) * mx + ix;
            __global const short *n = m + (size_t)mx * my;
            const float a = mix((float)m[0], (float)m[1], tx);
            const float b = mix((float)m[mx], (float)m[mx + 1], tx);
            const float c = mix((float)n[0], (float)n[1], tx);
            const float d = mix((float)n[mx], (float)n[mx + 1], tx);
            const float g = mix(mix(a, b, ty), mix(c, d, ty), tz);
            const int row = clamp((int)((f - low) * fixed_scale), 0, BINS - 1);
            const int col = clamp((int)((g - low) * moving_scale), 0, BINS - 1);
            atomic_inc(&part[row * BINS + col]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < BINS * BINS; i += group)
        if (part[i])
            atomic_add(&hist[i], part[i]);
}
