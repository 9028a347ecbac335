// Quasi-Monte Carlo of an arithmetic Asian call: one path a work-item, shifted Sobol points, a
// Brownian bridge given as a table of nodes, and the geometric average as the control variate.
#define MAX_STEPS 64

static inline float inv_normal(const float u)      // Acklam's rational functions
{
    const float lowest = 0.02425f;
    const float v = fmin(u, 1.0f - u);
    if (v < lowest) {
        const float q = sqrt(-2.0f * log(v));
        const float num = ((((-7.784894e-3f * q - 3.2239646e-1f) * q - 2.4007583f) * q - 2.5497325f) * q + 4.3746643f) * q + 2.9381640f;
        const float den = (((7.784695e-3f * q + 3.2246713e-1f) * q + 2.4451342f) * q + 3.7544086f) * q + 1.0f;
        return u < 0.5f ? num / den : -num / den;
    }
    const float q = u - 0.5f;
    const float r = q * q;
    const float num = (((((-39.696830f * r + 220.94610f) * r - 275.92851f) * r + 138.35775f) * r - 30.664798f) * r + 2.5066283f) * q;
    const float den = ((((-54.476099f * r + 161.58584f) * r - 155.69898f) * r + 66.801312f) * r - 13.280682f) * r + 1.0f;
    return num / den;
}

__kernel void asian_sobol(__global const uint *restrict directions,
                          __global const uint *restrict shift,
                          __global const int4 *restrict node,
                          __global const float4 *restrict weight,
                          __global float2 *restrict payoff,
                          const uint npaths,
                          const uint first_point,
                          const int nsteps,
                          const float spot,
                          const float strike,
                          const float drift_dt,
                          const float sigma)
{
    const uint id = get_global_id(0);
    if (id >= npaths)
        return;

    const int steps = min(nsteps, MAX_STEPS);
    const uint point = first_point + id;
    const uint gray = point ^ (point >> 1);
    float path[MAX_STEPS];

    for (int d = 0; d < steps; d++) {
        uint x = shift[d];
        int b = d * 32;
        for (uint g = gray; g; g >>= 1, b++)
            if (g & 1u)
                x ^= directions[b];
        const float z = inv_normal(((float)(x >> 9) + 0.5f) * 0x1p-23f);

        const int4 n = node[d];                    // where, the known point before it, the one after
        const float4 c = weight[d];
        float w = c.z * z;
        if (n.y >= 0)
            w += c.x * path[n.y];
        if (n.z >= 0)
            w += c.y * path[n.z];
        path[n.x] = w;
    }

    float arith = 0.0f, logs = 0.0f;
    for (int k = 0; k < steps; k++) {
        const float l = mad(sigma, path[k], drift_dt * (float)(k + 1));
        arith += exp(l);
        logs += l;
    }
    const float inv_steps = 1.0f / (float)steps;
    payoff[id] = (float2)(fmax(spot * arith * inv_steps - strike, 0.0f), fmax(spot * exp(logs * inv_steps) - strike, 0.0f));
}
