/* Fast iterative method for the eikonal equation |grad u| = slowness: every work-group keeps a tile of 16 x 16 nodes with
 * its rim in local memory and relaxes it (Godunov upwind) until nothing moves more than the tolerance. */

#define TILE 16
#define PITCH (TILE + 2)
#define FAR 1e9f

static float godunov(float a, float b, float hf)
{
    const float low = fmin(a, b);
    const float gap = fabs(a - b);
    if (gap >= hf)
        return low + hf;
    return 0.5f * (a + b + sqrt(2.0f * hf * hf - gap * gap));
}

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void eikonal_tiles(__global const float *u_old, __global const float *slowness, __global float *u_new,
                   __global int *tile_sweeps, int width, int height, int max_sweeps, float h, float tolerance)
{
    __local float u[PITCH * PITCH];
    __local int moved;

    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = get_group_id(0) * TILE - 1, y0 = get_group_id(1) * TILE - 1;
    const int lane = ly * TILE + lx;

    for (int k = lane; k < PITCH * PITCH; k += TILE * TILE) {
        const int x = x0 + k % PITCH, y = y0 + k / PITCH;
        u[k] = (x >= 0 && x < width && y >= 0 && y < height) ? u_old[y * width + x] : FAR;
    }

    const int x = get_global_id(0), y = get_global_id(1);
    const bool inside = x < width && y < height;
    const float hf = inside ? h * slowness[y * width + x] : 0.0f;
    const int at = (ly + 1) * PITCH + lx + 1;
    int sweep = 0;

    for (;;) {
        if (lane == 0)
            moved = 0;
        barrier(CLK_LOCAL_MEM_FENCE);

        const float mine = u[at];
        float next = mine;
        if (inside) {
            const float a = fmin(u[at - 1], u[at + 1]);
            const float b = fmin(u[at - PITCH], u[at + PITCH]);
            next = fmin(mine, godunov(a, b, hf));
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        if (mine - next > tolerance) {
            u[at] = next;
            moved = 1;
        }
        sweep++;
        barrier(CLK_LOCAL_MEM_FENCE);
        const int again = moved;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!again || sweep >= max_sweeps)
            break;
    }

    if (inside)
        u_new[y * width + x] = u[at];
    if (lane == 0)
        tile_sweeps[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = sweep;
}
