// Moments of a dual-polarisation weather radar from the received pulses: reflectivity, velocity, spectrum width,
// differential reflectivity, correlation coefficient and differential phase of each gate of each ray.
#define MISSING -999.0f

__kernel void dualpol_moments(__global const float4 *restrict iq,         // nrays x npulses x ngates: h, v
                              __global const float *restrict range_db,    // range correction and calibration
                              __global float *restrict moments,           // 6 x nrays x ngates
                              const int nrays,
                              const int npulses,
                              const int ngates,
                              const float noise_h,
                              const float noise_v,
                              const float nyquist,
                              const float threshold,
                              const float system_zdr)
{
    const int gate = get_global_id(0);
    const int ray = get_global_id(1);
    if (gate >= ngates)
        return;
    __global const float4 *in = iq + (size_t)ray * npulses * ngates + gate;

    float4 before = in[0];
    float4 power = before * before;
    float2 cross = (float2)(before.x * before.z + before.y * before.w, before.y * before.z - before.x * before.w);
    float4 lag = (float4)(0.0f);
    for (int p = 1; p < npulses; p++) {
        const float4 now = in[(size_t)p * ngates];
        power += now * now;
        cross.x += now.x * now.z + now.y * now.w;
        cross.y += now.y * now.z - now.x * now.w;
        lag.xz += before.xz * now.xz + before.yw * now.yw;
        lag.yw += before.xz * now.yw - before.yw * now.xz;
        before = now;
    }

    const float scale = 1.0f / npulses;
    const float scale1 = 1.0f / (npulses - 1);
    const float sh = (power.x + power.y) * scale - noise_h;
    const float sv = (power.z + power.w) * scale - noise_v;
    const size_t at = (size_t)ray * ngates + gate;
    const size_t plane = (size_t)nrays * ngates;
    if (sh < threshold * noise_h || sv < threshold * noise_v) {
        for (int m = 0; m < 6; m++)
            moments[m * plane + at] = MISSING;
        return;
    }
    const float2 r1 = (lag.xy + lag.zw) * scale1;
    const float size1 = fmax(length(r1), 1e-20f);
    const float spread = log((sh + sv) / size1);
    moments[at] = 10.0f * log10(sh) + range_db[gate];
    moments[plane + at] = -nyquist / M_PI_F * atan2(r1.y, r1.x);
    moments[2 * plane + at] = copysign(sqrt(fabs(spread)), spread) * nyquist * (M_SQRT2_F / M_PI_F);
    moments[3 * plane + at] = 10.0f * log10(sh / sv) - system_zdr;
    moments[4 * plane + at] = length(cross) * scale * rsqrt(sh * sv);
    moments[5 * plane + at] = atan2(cross.y, cross.x) * (180.0f / M_PI_F);
}
