// Screening of a grid against the loss of single branches (direct-current model): the flows after each outage from
// outage distribution factors for four hours at once, an outage a work-group; the heaviest loading of each hour,
// where it is and how many branches are over their rating.
#define MAX_LANES 64

__kernel void lodf_screen(__global const float *restrict shift,           // nbuses x nbranches: flow per injection
                          __global const int2 *restrict ends,             // from, to
                          __global const float4 *restrict flow,           // nbranches, before the outage
                          __global const float *restrict inv_rating,
                          __global const int *restrict outage,
                          __global float4 *restrict worst,
                          __global int4 *restrict worst_at,
                          __global int4 *restrict overloads,
                          const int nbranches)
{
    __local float4 peak[MAX_LANES];
    __local int4 where[MAX_LANES];
    __local int4 count[MAX_LANES];

    const int lid = get_local_id(0);
    const int lanes = get_local_size(0);
    const int group = get_group_id(0);
    const int out = outage[group];
    const int2 bus = ends[out];
    __global const float *from = shift + (size_t)bus.x * nbranches;
    __global const float *to = shift + (size_t)bus.y * nbranches;
    const float left = 1.0f - (from[out] - to[out]);
    if (left < 1e-4f) {                                                   // the grid falls apart
        if (lid == 0) {
            worst[group] = (float4)(-1.0f);
            worst_at[group] = (int4)(out);
            overloads[group] = (int4)(0);
        }
        return;
    }
    const float4 lost = flow[out] / left;

    float4 high = (float4)(0.0f);
    int4 at = (int4)(-1);
    int4 over = (int4)(0);
    for (int l = lid; l < nbranches; l += lanes) {
        const float factor = from[l] - to[l];
        float4 load = fabs(fma((float4)(factor), lost, flow[l])) * inv_rating[l];
        if (l == out)
            load = (float4)(0.0f);
        const int4 more = load > high;
        high = select(high, load, more);
        at = select(at, (int4)(l), more);
        over -= load > (float4)(1.0f);
    }
    peak[lid] = high;
    where[lid] = at;
    count[lid] = over;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_way = lanes / 2; half_way > 0; half_way /= 2) {
        if (lid < half_way) {
            const int4 more = peak[lid + half_way] > peak[lid];
            peak[lid] = select(peak[lid], peak[lid + half_way], more);
            where[lid] = select(where[lid], where[lid + half_way], more);
            count[lid] += count[lid + half_way];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        worst[group] = peak[0];
        worst_at[group] = where[0];
        overloads[group] = count[0];
    }
}
