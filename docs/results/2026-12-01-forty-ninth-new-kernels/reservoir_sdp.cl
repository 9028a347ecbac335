// Hydropower: a month of the stochastic dynamic programme for two reservoirs in a row (Stedinger, Sule and Loucks 1984; inflows as a Markov
// chain): an item is one state: the storage of the upper and of the lower one and the class of this month's inflow. It tries all pairs of
// releases against what may flow in next month.
//   inflow     nclasses: to the upper reservoir, to the lower one between them, evaporation (m), demand at the lower one
//   chance     nclasses x nclasses: next month's class after this month's
//   head       2 x LEVELS: of the upper and the lower reservoir by storage (m)
//   surface    2 x LEVELS: km2
//   future     nclasses x n2 x n1: value from next month on
//   value      nclasses x n2 x n1
//   policy     nclasses x n2 x n1: numbers of the releases
//   n1, n2, nclasses, nreleases, full1, full2 (storage), most1, most2 (release through the turbines), price, fine (for unmet demand)
//   volumes in million m3
#define LEVELS 32

float of_storage(__global const float *restrict table, const float part)
{
    const float at = clamp(part, 0.0f, 1.0f) * (LEVELS - 1);
    const int k = min((int)at, LEVELS - 2);
    return table[k] + (at - k) * (table[k + 1] - table[k]);
}

__kernel void reservoir_sdp(__global const float4 *restrict inflow,
                            __global const float *restrict chance,
                            __global const float *restrict head,
                            __global const float *restrict surface,
                            __global const float *restrict future,
                            __global float *restrict value,
                            __global ushort *restrict policy,
                            const int n1,
                            const int n2,
                            const int nclasses,
                            const int nreleases,
                            const float full1,
                            const float full2,
                            const float most1,
                            const float most2,
                            const float price,
                            const float fine)
{
    const int i = get_global_id(0);
    const int j = get_global_id(1);
    const int q = get_global_id(2);
    if (i >= n1 || j >= n2)
        return;
    const float part1 = (float)i / (n1 - 1);
    const float part2 = (float)j / (n2 - 1);
    const float4 in = inflow[q];
    const float there1 = part1 * full1 + in.x - in.z * of_storage(surface, part1);
    const float there2 = part2 * full2 + in.y - in.z * of_storage(surface + LEVELS, part2);
    float best = -INFINITY;
    int how = 0;
    for (int a = 0; a < nreleases; a++) {
        const float out1 = most1 * a / (nreleases - 1);
        if (a > 0 && out1 > there1)
            break;
        float left1 = fmax(there1 - out1, 0.0f);
        const float spill1 = fmax(left1 - full1, 0.0f);
        left1 -= spill1;
        const float mean1 = 0.5f * (part1 + left1 / full1);
        const float power1 = 2.4e-3f * out1 * of_storage(head, mean1);     // GWh of a million m3 and a metre
        const float came2 = there2 + out1 + spill1;
        const float x = left1 / full1 * (n1 - 1);
        const int i0 = min((int)x, n1 - 2);
        const float fx = x - i0;
        for (int b = 0; b < nreleases; b++) {
            const float out2 = most2 * b / (nreleases - 1);
            if (b > 0 && out2 > came2)
                break;
            float left2 = fmax(came2 - out2, 0.0f);
            const float spill2 = fmax(left2 - full2, 0.0f);
            left2 -= spill2;
            const float mean2 = 0.5f * (part2 + left2 / full2);
            const float power2 = 2.4e-3f * out2 * of_storage(head + LEVELS, mean2);
            const float lack = fmax(in.w - out2 - spill2, 0.0f);
            float sum = price * (power1 + power2) - fine * lack * lack;
            const float y = left2 / full2 * (n2 - 1);
            const int j0 = min((int)y, n2 - 2);
            const float fy = y - j0;
            for (int p = 0; p < nclasses; p++) {
                const float c = chance[q * nclasses + p];
                if (c == 0.0f)
                    continue;
                __global const float *v = future + (p * n2 + j0) * n1 + i0;
                const float low = v[0] + fx * (v[1] - v[0]);
                const float high = v[n1] + fx * (v[n1 + 1] - v[n1]);
                sum += c * (low + fy * (high - low));
            }
            if (sum > best) {
                best = sum;
                how = a << 8 | b;
            }
        }
    }
    const int to = (q * n2 + j) * n1 + i;
    value[to] = best;
    policy[to] = how;
}
