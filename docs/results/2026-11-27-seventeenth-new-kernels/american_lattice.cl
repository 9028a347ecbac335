#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* American puts by the Cox-Ross-Rubinstein lattice in double precision. One work-group of 64 values one contract;
   the lattice's level lies in local memory, two levels by turns. contracts = (spot, strike, volatility, years). */
#define LANES 64
#define MAX_STEPS 512

__kernel void american_lattice(__global const double4 *contracts, __global double *premium, double rate, int steps)
{
    __local double value[2][MAX_STEPS + 1];
    __local double spot[2 * MAX_STEPS + 1];

    const int lane = get_local_id(0);
    const double4 c = contracts[get_group_id(0)];
    const int levels = min(steps, MAX_STEPS);
    const double dt = c.w / levels;
    const double jump = c.z * sqrt(dt);
    const double up = exp(jump), down = 1.0 / up;
    const double growth = exp(rate * dt);
    const double p = (growth - down) / (up - down);
    const double pu = p / growth, pd = (1.0 - p) / growth;

    for (int k = lane; k <= 2 * levels; k += LANES)
        spot[k] = c.x * exp((k - levels) * jump);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lane; k <= levels; k += LANES)
        value[levels & 1][k] = fmax(c.y - spot[2 * k], 0.0);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int level = levels - 1; level >= 0; --level) {
        __local const double *later = value[(level + 1) & 1];
        __local double *now = value[level & 1];
        for (int k = lane; k <= level; k += LANES) {
            const double hold = pu * later[k + 1] + pd * later[k];
            now[k] = fmax(hold, c.y - spot[2 * k - level + levels]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        premium[get_group_id(0)] = value[0][0];
}
