// Direct simulation Monte Carlo of a rarefied gas mixture, the collision step: Bird's no-time-counter pairs
// within each cell, variable hard spheres, isotropic scatter. A work-item owns a cell and its particles.
inline uint pcg_next(uint *state)
{
    const uint s = *state;
    *state = s * 747796405u + 2891336453u;
    const uint w = ((s >> ((s >> 28) + 4u)) ^ s) * 277803737u;
    return (w >> 22) ^ w;
}

inline float pcg_unit(uint *state)
{
    return (pcg_next(state) >> 8) * 5.9604645e-8f;
}

__kernel void dsmc_collide(__global const uint *restrict cell_start,     // ncells + 1, particles sorted by cell
                           __global float4 *restrict velocity,           // w: species as a whole number
                           __global const float4 *restrict pair_table,   // by species: factor, exponent, m1 / m, m2 / m
                           __global float *restrict sigma_max,           // of sigma times relative speed, per cell
                           __global float *restrict remainder,
                           __global uint *restrict seeds,
                           __global uint *restrict collisions,           // of the whole grid
                           const int ncells,
                           const int nspecies,
                           const float weight)                           // real per simulated x step / cell volume
{
    const int cell = get_global_id(0);
    if (cell >= ncells)
        return;

    const uint first = cell_start[cell];
    const uint n = cell_start[cell + 1] - first;
    if (n < 2u)
        return;

    uint state = seeds[cell];
    float top = sigma_max[cell];
    const float wanted = 0.5f * n * (n - 1u) * weight * top + remainder[cell];
    const int tries = (int)wanted;
    remainder[cell] = wanted - tries;
    uint hits = 0u;

    for (int k = 0; k < tries; k++) {
        const uint i = mul_hi(pcg_next(&state), n);
        uint j = mul_hi(pcg_next(&state), n - 1u);
        j += j >= i;
        const float4 a = velocity[first + i];
        const float4 b = velocity[first + j];
        const float3 rel = a.xyz - b.xyz;
        const float cr2 = dot(rel, rel);
        const float4 tab = pair_table[(int)a.w * nspecies + (int)b.w];
        const float sigma = tab.x * powr(cr2, tab.y);
        top = fmax(top, sigma);
        if (pcg_unit(&state) * top >= sigma)
            continue;

        const float cr = sqrt(cr2);
        const float cost = 2.0f * pcg_unit(&state) - 1.0f;
        const float sint = sqrt(1.0f - cost * cost);
        float cphi;
        const float sphi = sincos(6.2831853f * pcg_unit(&state), &cphi);
        const float3 out = cr * (float3)(cost, sint * cphi, sint * sphi);
        const float3 mean = tab.z * a.xyz + tab.w * b.xyz;
        velocity[first + i] = (float4)(mean + tab.w * out, a.w);
        velocity[first + j] = (float4)(mean - tab.z * out, b.w);
        hits++;
    }

    sigma_max[cell] = top;
    seeds[cell] = state;
    if (hits)
        atomic_add(collisions, hits);
}
