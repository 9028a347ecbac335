// Road traffic as a cellular automaton (Nagel and Schreckenberg 1992): a work-group runs one ring road for some seconds, with the road
// in local memory twice, now and a second later. Cars speed up, brake for the car ahead and for the light, dawdle at random, and move.
//   start    nroads x ncells: speed of the car there (cells/s), -1 where there is none
//   limit    nroads x ncells: speed limit of each cell, at least 0
//   light    of each road: seconds of a cycle, seconds of it red, phase; the light stands before cell 0
//   finish   nroads x ncells, as start
//   flow     of each road: cars past the light, cells moved by all, car seconds at rest, cars
//   nroads, ncells (at most MAX_CELLS), nsteps (s), dawdle (chance, of 65536), seed
//   local size: at most MAX_ITEMS items; a group for each road, groups beyond are idle
#define MAX_CELLS 2048
#define MAX_ITEMS 128

uint scatter(uint x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

__kernel void nasch_roads(__global const char *restrict start,
                          __global const char *restrict limit,
                          __global const int4 *restrict light,
                          __global char *restrict finish,
                          __global int4 *restrict flow,
                          const int nroads,
                          const int ncells,
                          const int nsteps,
                          const int dawdle,
                          const uint seed)
{
    __local char road[2][MAX_CELLS];
    __local int4 part[MAX_ITEMS];
    const int r = get_group_id(0);
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    if (r >= nroads)
        return;
    const int4 signal = light[r];
    for (int c = lid; c < ncells; c += items)
        road[0][c] = start[r * ncells + c];
    barrier(CLK_LOCAL_MEM_FENCE);
    int4 sum = (int4)(0, 0, 0, 0);
    for (int t = 0; t < nsteps; t++) {
        __local char *now = road[t & 1];
        __local char *later = road[(t & 1) ^ 1];
        for (int c = lid; c < ncells; c += items)
            later[c] = -1;
        barrier(CLK_LOCAL_MEM_FENCE);
        const bool red = (t + signal.z) % max(signal.x, 1) < signal.y;
        const uint draw = scatter(seed ^ scatter((uint)(r * nsteps + t)));
        for (int c = lid; c < ncells; c += items) {
            int v = now[c];
            if (v < 0)
                continue;
            v = min(v + 1, (int)limit[r * ncells + c]);
            if (red)
                v = min(v, ncells - 1 - c);
            int gap = 0;
            int ahead = c + 1 == ncells ? 0 : c + 1;
            while (gap < v && now[ahead] < 0) {
                gap++;
                ahead = ahead + 1 == ncells ? 0 : ahead + 1;
            }
            v = gap;
            if (v > 0 && (int)(scatter(draw + (uint)c) & 0xffff) < dawdle)
                v--;
            const int to = c + v;
            sum.x += to >= ncells;
            sum.y += v;
            sum.z += v == 0;
            later[to >= ncells ? to - ncells : to] = v;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int c = lid; c < ncells; c += items) {
        const char v = road[nsteps & 1][c];
        finish[r * ncells + c] = v;
        sum.w += v >= 0;
    }
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        for (int k = 1; k < items; k++)
            sum += part[k];
        flow[r] = sum;
    }
}
