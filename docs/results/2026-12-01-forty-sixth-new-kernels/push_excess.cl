// Push and relabel on the grid of an image for a minimal cut (Goldberg and Tarjan 1988; tiles as in CUDA Cuts, Vineet and Narayanan 2008):
// an item is one pixel. A group keeps its tile in local memory and works on it until nothing in it is active, or for `sweeps` sweeps.
// What leaves the tile is added to the inflow of the pixels beyond, whose heights are those of before the launch.
//   excess     ny x nx: flow that waits
//   height     ny x nx: label
//   sink       ny x nx: capacity left to the sink
//   way        4 x ny x nx: capacity left to the west, east, south, north
//   new_excess, new_height, new_sink, new_way   after the launch; ways of tiles' rims do not yet know what came in
//   inflow     ny x nx: from other tiles; added to
//   used       of each group: sweeps
//   nx, ny, sweeps, highest (label at which a pixel gives up)
//   local size: at most MAX_ITEMS in all
#define MAX_ITEMS 256

__kernel void push_excess(__global const int *restrict excess,
                          __global const int *restrict height,
                          __global const int *restrict sink,
                          __global const int *restrict way,
                          __global int *restrict new_excess,
                          __global int *restrict new_height,
                          __global int *restrict new_sink,
                          __global int *restrict new_way,
                          __global int *restrict inflow,
                          __global int *restrict used,
                          const int nx,
                          const int ny,
                          const int sweeps,
                          const int highest)
{
    __local int waits[MAX_ITEMS];
    __local int label[MAX_ITEMS];
    __local int open[4][MAX_ITEMS];
    __local int active;
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int bx = get_local_size(0);
    const int by = get_local_size(1);
    const int lid = ly * bx + lx;
    const int at = y * nx + x;
    const bool inside = x < nx && y < ny;
    const int plane = nx * ny;
    waits[lid] = inside ? excess[at] : 0;
    label[lid] = inside ? height[at] : highest;
    int drain = inside ? sink[at] : 0;
    int far[4];
    const int near[4] = {lid - 1, lid + 1, lid - bx, lid + bx};
    const bool within[4] = {lx > 0, lx < bx - 1, ly > 0, ly < by - 1};
    const int beyond[4] = {at - 1, at + 1, at - nx, at + nx};
    const bool exists[4] = {x > 0, x < nx - 1, y > 0, y < ny - 1};
    for (int d = 0; d < 4; d++) {
        open[d][lid] = inside && exists[d] ? way[d * plane + at] : 0;
        far[d] = inside && exists[d] && !within[d] ? height[beyond[d]] : highest;
    }
    int sweep = 0;
    for (; sweep < sweeps; sweep++) {
        if (lid == 0)
            active = 0;
        const int own = label[lid];
        const int had = waits[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        int left = had;
        if (left > 0 && own < highest) {
            active = 1;
            const int gone = min(left, drain);
            drain -= gone;
            left -= gone;
            for (int d = 0; d < 4 && left > 0; d++) {
                const int other = within[d] ? label[near[d]] : far[d];
                if (own != other + 1)
                    continue;
                const int flow = min(left, open[d][lid]);
                open[d][lid] -= flow;
                left -= flow;
                if (within[d]) {
                    atomic_add(&waits[near[d]], flow);
                    open[d ^ 1][near[d]] += flow;
                } else
                    atomic_add(&inflow[beyond[d]], flow);
            }
            atomic_sub(&waits[lid], had - left);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = own;
        if (waits[lid] > 0 && own < highest && left > 0) {
            int least = highest;
            for (int d = 0; d < 4; d++)
                if (open[d][lid] > 0)
                    least = min(least, within[d] ? label[near[d]] : far[d]);
            next = max(own, min(highest, least + 1));
        }
        const int any = active;
        barrier(CLK_LOCAL_MEM_FENCE);
        label[lid] = next;
        if (!any)
            break;
    }
    if (lid == 0)
        used[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = sweep;
    if (!inside)
        return;
    new_excess[at] = waits[lid];
    new_height[at] = label[lid];
    new_sink[at] = drain;
    for (int d = 0; d < 4; d++)
        new_way[d * plane + at] = open[d][lid];
}
