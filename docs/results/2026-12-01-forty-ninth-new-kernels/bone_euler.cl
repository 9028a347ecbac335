// Bone morphometry: connectivity and surface of spongy bone in micro-CT scans (Euler number by octants, Odgaard and Gundersen 1993; as in
// BoneJ): an item walks down some voxels of a column and looks up each octant of eight voxels; regions' sums meet in local memory.
//   voxel      nz x ny x nx: density
//   region     nz x ny x nx: 0 outside, 1 to REGIONS - 1
//   threshold  REGIONS: bone is above it
//   euler      256: contribution of an octant, in eighths
//   surface    256: faces between bone and marrow, weighted, in 1/64
//   sums       REGIONS x 4: Euler number (eighths), surface, voxels of bone, voxels in all; added to
//   nx, ny, nz, depth (octants of a column for each item)
#define REGIONS 8

__kernel void bone_euler(__global const uchar *restrict voxel,
                         __global const uchar *restrict region,
                         __global const uchar *restrict threshold,
                         __global const char *restrict euler,
                         __global const ushort *restrict surface,
                         __global int *restrict sums,
                         const int nx,
                         const int ny,
                         const int nz,
                         const int depth)
{
    __local int sum[REGIONS * 4];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int first = get_global_id(2) * depth;
    const int lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (int k = lid; k < REGIONS * 4; k += items)
        sum[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < nx - 1 && y < ny - 1 && first < nz - 1) {
        const int last = min(first + depth, nz - 1);
        const int plane = nx * ny;
        int at = first * plane + y * nx + x;
        int bits = 0;
        int now = region[at];
        int4 mine = (int4)(0, 0, 0, 0);
        for (int z = first; z <= last; z++, at += plane) {
            const int r = region[at];
            int four = voxel[at] > threshold[r];
            four |= (voxel[at + 1] > threshold[region[at + 1]]) << 1;
            four |= (voxel[at + nx] > threshold[region[at + nx]]) << 2;
            four |= (voxel[at + nx + 1] > threshold[region[at + nx + 1]]) << 3;
            if (z > first) {
                bits |= four << 4;
                if (bits != 0 && bits != 255)
                    mine += (int4)(euler[bits], surface[bits], 0, 0);
                mine.z += bits & 1;
                mine.w++;
                if (r != now) {                                            // an octant belongs to the region above
                    for (int k = 0; k < 4; k++) {
                        const int v = k == 0 ? mine.x : k == 1 ? mine.y : k == 2 ? mine.z : mine.w;
                        if (v)
                            atomic_add(&sum[now * 4 + k], v);
                    }
                    mine = (int4)(0, 0, 0, 0);
                    now = r;
                }
            }
            bits = four;
        }
        atomic_add(&sum[now * 4], mine.x);
        atomic_add(&sum[now * 4 + 1], mine.y);
        atomic_add(&sum[now * 4 + 2], mine.z);
        atomic_add(&sum[now * 4 + 3], mine.w);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < REGIONS * 4; k += items)
        if (sum[k])
            atomic_add(&sums[k], sum[k]);
}
