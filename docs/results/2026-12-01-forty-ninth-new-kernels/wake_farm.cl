// Wind power: yield of a wind farm whose turbines stand in each other's wakes (Bastankhah and Porte-Agel 2014, deficits added by their
// squares; as in FLORIS and PyWake): a group is one direction and speed of the wind. Its items are the turbines; they are put in order down
// the wind, and each in its turn finds its speed and slows the others.
//   site       of each turbine: east, north (m)
//   curve      ncurve: thrust coefficient, power (kW) at each CURVE_STEP m/s
//   rose       ndirections x nspeeds: share of the year
//   power      ndirections x nspeeds x nturbines (kW)
//   energy     ndirections x nspeeds: MWh of the farm in a year
//   nturbines (no more than the local size and MOST), ncurve, ndirections, nspeeds, first_speed, speed_step (m/s), diameter (m), growth (of
//   the wake, per diameter)
#define MOST 96
#define CURVE_STEP 0.5f

float2 look_up(__global const float2 *restrict curve, const int ncurve, const float speed)
{
    const float at = clamp(speed / CURVE_STEP, 0.0f, ncurve - 1.001f);
    const int k = (int)at;
    return mix(curve[k], curve[k + 1], at - k);
}

__kernel void wake_farm(__global const float2 *restrict site,
                        __global const float2 *restrict curve,
                        __global const float *restrict rose,
                        __global float *restrict power,
                        __global float *restrict energy,
                        const int nturbines,
                        const int ncurve,
                        const int ndirections,
                        const int nspeeds,
                        const float first_speed,
                        const float speed_step,
                        const float diameter,
                        const float growth)
{
    __local float2 raw[MOST];
    __local float2 sorted[MOST];
    __local int who[MOST];
    __local float3 source[MOST];
    __local float watt[MOST];
    const int lid = get_local_id(0);
    const int d = get_group_id(0);
    const int s = get_group_id(1);
    const bool mine = lid < nturbines;
    const float free = first_speed + s * speed_step;
    const float blows = 6.2831853f * d / ndirections;                      // from where, clockwise from north
    const float2 way = (float2)(-sin(blows), -cos(blows));
    if (mine) {
        const float2 p = site[lid] / diameter;
        raw[lid] = (float2)(dot(p, way), p.x * way.y - p.y * way.x);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine) {
        const float me = raw[lid].x;
        int rank = 0;
        for (int k = 0; k < nturbines; k++) {
            const float other = raw[k].x;
            rank += other < me || (other == me && k < lid);
        }
        sorted[rank] = raw[lid];
        who[rank] = lid;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float2 at = (float2)(0.0f, 0.0f);
    if (mine)
        at = sorted[lid];
    float squares = 0.0f;
    for (int k = 0; k < nturbines; k++) {
        if (lid == k) {
            const float speed = free * (1.0f - sqrt(fmin(squares, 0.9f)));
            const float2 c = look_up(curve, ncurve, speed);
            const float root = sqrt(1.0f - c.x);
            source[k] = (float3)(c.x, 0.2f * sqrt(0.5f * (1.0f + root) / root), speed / free);
            watt[k] = c.y;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mine && lid > k) {
            const float2 off = at - sorted[k];
            const float3 w = source[k];
            const float sigma = growth * off.x + w.y;
            if (off.x > 0.1f && fabs(off.y) < 4.0f * sigma) {
                const float left = 1.0f - w.x / (8.0f * sigma * sigma);
                const float centre = 1.0f - sqrt(fmax(left, 0.0f));
                const float across = off.y / sigma;
                const float deficit = w.z * centre * exp(-0.5f * across * across);
                squares += deficit * deficit;
            }
        }
    }
    const int to = d * nspeeds + s;
    if (mine)
        power[to * nturbines + who[lid]] = watt[lid];
    if (lid == 0) {
        float sum = 0.0f;
        for (int k = 0; k < nturbines; k++)
            sum += watt[k];
        energy[to] = sum * rose[to] * 8.766f;
    }
}
