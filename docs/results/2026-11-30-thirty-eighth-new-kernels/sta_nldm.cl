// Static timing analysis, one level of the gates of a netlist: latest arrivals and slews at their outputs, rising and
// falling, from two-dimensional tables of the cell library (input slew x output load).
#define AXIS 7

typedef struct {
    float slew[AXIS];
    float load[AXIS];
    float delay[2][AXIS * AXIS];          // of a rising, a falling output
    float transition[2][AXIS * AXIS];
} timing_arc;

static inline int segment_of(__global const float *axis, const float v)
{
    int k = 0;
    while (k < AXIS - 2 && v >= axis[k + 1])
        k++;
    return k;
}

static inline float look_up(__global const float *table, const int i, const int j, const float a, const float b)
{
    const float low = mix(table[i * AXIS + j], table[i * AXIS + j + 1], b);
    const float high = mix(table[(i + 1) * AXIS + j], table[(i + 1) * AXIS + j + 1], b);
    return mix(low, high, a);
}

__kernel void sta_nldm(__global const timing_arc *restrict library,
                       __global const uint *restrict fanin_ptr,           // of the gates of the level
                       __global const uint2 *restrict fanin,              // net; library arc * 4 + unateness
                       __global const float2 *restrict wire,              // Elmore delay, degradation of the slew
                       __global const uint *restrict gate_net,
                       __global const float *restrict net_load,
                       __global float2 *arrival,                          // of nets: rise, fall
                       __global float2 *slew,
                       __global uint2 *restrict critical,                 // fan-in that decides
                       const uint ngates)
{
    const uint gate = get_global_id(0);
    if (gate >= ngates)
        return;
    const uint net = gate_net[gate];
    const float load = net_load[net];
    float late[2] = {-1e30f, -1e30f};
    float slow[2] = {0.0f, 0.0f};
    uint by[2] = {0, 0};
    for (uint e = fanin_ptr[gate]; e < fanin_ptr[gate + 1]; e++) {
        const uint2 pin = fanin[e];
        const float2 w = wire[e];
        const float2 in = arrival[pin.x] + w.x;
        const float2 s = slew[pin.x];
        const float in_time[2] = {in.x, in.y};
        const float in_slew[2] = {sqrt(s.x * s.x + w.y * w.y), sqrt(s.y * s.y + w.y * w.y)};
        __global const timing_arc *arc = library + (pin.y >> 2);
        const uint sense = pin.y & 3;                                     // 0 positive, 1 negative, 2 both
        const int j = segment_of(arc->load, load);
        const float b = (load - arc->load[j]) / (arc->load[j + 1] - arc->load[j]);
        for (uint edge = 0; edge < 2; edge++) {
            const int i = segment_of(arc->slew, in_slew[edge]);
            const float a = (in_slew[edge] - arc->slew[i]) / (arc->slew[i + 1] - arc->slew[i]);
            for (uint to = 0; to < 2; to++) {
                if (sense != 2 && (edge ^ sense) != to)
                    continue;
                const float t = in_time[edge] + look_up(arc->delay[to], i, j, a, b);
                slow[to] = fmax(slow[to], look_up(arc->transition[to], i, j, a, b));
                if (t > late[to]) {
                    late[to] = t;
                    by[to] = e * 2 + edge;
                }
            }
        }
    }
    arrival[net] = (float2)(late[0], late[1]);
    slew[net] = (float2)(slow[0], slow[1]);
    critical[gate] = (uint2)(by[0], by[1]);
}
