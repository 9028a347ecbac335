/* Weather model: Kessler warm-rain microphysics, one column per work-item. Fields are [level][column]; rain falls with
 * as many substeps as the Courant number of the column asks for. */
#define MAX_LEVELS 64

__kernel void kessler_column(__global const float *restrict theta, __global const float *restrict qv,
                             __global const float *restrict qc, __global const float *restrict qr,
                             __global const float *restrict rho, __global const float *restrict exner,
                             __global float *restrict theta_out, __global float *restrict qv_out,
                             __global float *restrict qc_out, __global float *restrict qr_out,
                             __global float *restrict surface_rain, const int columns, const int levels,
                             const float dz, const float dt)
{
    const int col = get_global_id(0);
    if (col >= columns)
        return;

    float rain[MAX_LEVELS], velocity[MAX_LEVELS];
    float courant = 0.0f;
    for (int k = 0; k < levels; k++) {
        const float q = fmax(qr[k * columns + col], 0.0f);
        rain[k] = q;
        velocity[k] = q > 1e-9f ? 36.34f * pow(q * rho[k] * 0.001f, 0.1346f) * sqrt(rho[0] / rho[k]) : 0.0f;
        courant = fmax(courant, velocity[k] * dt / dz);
    }

    const int substeps = max(1, (int)ceil(courant / 0.8f));
    const float sub = dt / (float)substeps;
    float fallen = 0.0f;
    for (int s = 0; s < substeps; s++) {
        fallen += rho[0] * rain[0] * velocity[0] * sub;
        for (int k = 0; k < levels - 1; k++)
            rain[k] += sub * (rho[k + 1] * rain[k + 1] * velocity[k + 1] - rho[k] * rain[k] * velocity[k]) / (rho[k] * dz);
        rain[levels - 1] -= sub * rain[levels - 1] * velocity[levels - 1] / dz;
        if (s + 1 < substeps)
            for (int k = 0; k < levels; k++) {
                const float q = fmax(rain[k], 0.0f);
                velocity[k] = q > 1e-9f ? 36.34f * pow(q * rho[k] * 0.001f, 0.1346f) * sqrt(rho[0] / rho[k]) : 0.0f;
            }
    }
    surface_rain[col] = fallen;

    for (int k = 0; k < levels; k++) {
        const int at = k * columns + col;
        const float pi = exner[k];
        float t = theta[at], v = qv[at], c = qc[at], r = fmax(rain[k], 0.0f);

        float moved = 0.0f;
        if (c > 0.0f || r > 0.0f) {
            const float auto_conversion = fmax(0.001f * dt * (c - 0.001f), 0.0f);
            const float accretion = r > 0.0f ? 2.2f * dt * c * pow(r, 0.875f) : 0.0f;
            moved = fmin(c, auto_conversion + accretion);
        }
        c -= moved;
        r += moved;

        const float kelvin = t * pi;
        const float pressure = 1000.0f * pow(pi, 3.5f);
        const float es = 6.112f * exp(17.67f * (kelvin - 273.15f) / (kelvin - 29.65f));
        const float qvs = 0.622f * es / (pressure - es);
        const float d = kelvin - 29.65f;
        const float condensed = fmax((v - qvs) / (1.0f + qvs * 4093.0f * 2.5e6f / (1004.0f * d * d)), -c);

        float evaporated = 0.0f;
        if (r > 0.0f && v + c < qvs) {
            const float water = 0.001f * rho[k] * r;
            const float ventilation = 1.6f + 30.3922f * pow(water, 0.2046f);
            evaporated = dt * ventilation * pow(water, 0.525f) * (1.0f - v / qvs) / (rho[k] * (2.55e3f / (pressure * qvs) + 5.4e2f)) * 10.0f;
            evaporated = clamp(evaporated, 0.0f, fmin(r, fmax(qvs - v - c, 0.0f)));
        }
        theta_out[at] = t + 2.5e6f / (1004.0f * pi) * (condensed - evaporated);
        qv_out[at] = fmax(v - condensed + evaporated, 0.0f);
        qc_out[at] = c + condensed;
        qr_out[at] = r - evaporated;
    }
}
