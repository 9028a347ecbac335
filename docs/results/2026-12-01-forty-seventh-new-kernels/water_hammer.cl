// Pipelines: pressure surges after a valve closes (method of characteristics with vapour cavities at the nodes, Wylie and Streeter 1993): a
// group is one pipeline between a reservoir and a valve. Its items take the nodes in turns, a step of time at a time.
//   begin      npipes + 1: first node of each pipeline in `rise`; a pipeline has at most NODES
//   line       of each pipeline: impedance B (s/m2), resistance R of a reach, head of the reservoir (m), first flow (m3/s)
//   valve      of each pipeline: steps until it is shut, power of the law, steps in which it waits
//   rise       of each node: elevation (m)
//   highest    of each node: largest head
//   lowest     of each node: smallest head
//   torn       of each pipeline: cavities open, summed over steps and nodes
//   nsteps, vapour (head above the elevation, m), span (s)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ITEMS 64
#define NODES 256

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void water_hammer(__global const int *restrict begin,
                  __global const double4 *restrict line,
                  __global const float4 *restrict valve,
                  __global const float *restrict rise,
                  __global float *restrict highest,
                  __global float *restrict lowest,
                  __global int *restrict torn,
                  const int nsteps,
                  const float vapour,
                  const float span)
{
    __local double head[2][NODES];
    __local double2 flow[2][NODES];                                        // into the node, out of it
    __local double cavity[NODES];
    __local int total;
    const int lid = get_local_id(0);
    const int id = get_group_id(0);
    const int first = begin[id];
    const int last = begin[id + 1] - first - 1;
    const double4 p = line[id];
    const float4 law = valve[id];
    const double lost = p.y * p.w * p.w;
    const double left = fmax(p.z - last * lost - rise[first + last], 1.0);
    if (lid == 0)
        total = 0;
    for (int i = lid; i <= last; i += ITEMS) {
        head[0][i] = p.z - i * lost;
        flow[0][i] = (double2)(p.w, p.w);
        cavity[i] = 0.0;
        highest[first + i] = lowest[first + i] = (float)head[0][i];
    }
    int open = 0;
    for (int t = 1; t <= nsteps; t++) {
        const int now = t & 1;
        const int was = now ^ 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = lid; i <= last; i += ITEMS) {
            double plus = 0.0, minus = 0.0;
            if (i > 0)
                plus = head[was][i - 1] + flow[was][i - 1].y * (p.x - p.y * fabs(flow[was][i - 1].y));
            if (i < last)
                minus = head[was][i + 1] - flow[was][i + 1].x * (p.x - p.y * fabs(flow[was][i + 1].x));
            const double floor_of = rise[first + i] + vapour;
            double h = i > 0 ? 0.5 * (plus + minus) : p.z;
            double2 q = (double2)((h - minus) / p.x);
            if (i == last) {
                const float rest = clamp(1.0f - (t - law.z) / law.x, 0.0f, 1.0f);
                const double stroke = rest > 0.0f ? pow(rest, law.y) * p.w : 0.0;
                const double cv = 0.5 * stroke * stroke / left;
                const double above = fmax(plus - rise[first + i], 0.0);
                q = (double2)(sqrt(p.x * cv * p.x * cv + 2.0 * cv * above) - p.x * cv);
                h = plus - p.x * q.x;
            }
            if (i > 0 && (cavity[i] > 0.0 || h < floor_of)) {              // vapour: both sides see the same head
                const double2 apart = (double2)((plus - floor_of) / p.x, i < last ? (floor_of - minus) / p.x : q.y);
                const double size = cavity[i] + span * (apart.y - apart.x);
                cavity[i] = fmax(size, 0.0);
                if (size > 0.0) {
                    open++;
                    h = floor_of;
                    q = apart;
                }
            }
            head[now][i] = h;
            flow[now][i] = q;
            highest[first + i] = fmax(highest[first + i], (float)h);
            lowest[first + i] = fmin(lowest[first + i], (float)h);
        }
    }
    atomic_add(&total, open);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        torn[id] = total;
}
