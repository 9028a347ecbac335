// Colour of the sky by single scattering (air, haze, ozone), a pixel of a panorama a work-item: along the
// view ray at each step a second march towards the sun. Lengths in km, colours at four wavelengths.
static inline float leave_sphere(const float3 o, const float3 d, const float radius)
{
    const float b = dot(o, d);
    return -b + sqrt(fmax(b * b - dot(o, o) + radius * radius, 0.0f));
}

// distance to the ground, or a negative number
static inline float meet_ground(const float3 o, const float3 d, const float radius)
{
    const float b = dot(o, d);
    const float under = b * b - dot(o, o) + radius * radius;
    return under < 0.0f || b > 0.0f ? -1.0f : -b - sqrt(under);
}

static inline float4 density(const float altitude)
{
    return (float4)(exp(-altitude * (1.0f / 8.0f)), exp(-altitude * (1.0f / 1.2f)),
                    fmax(1.0f - fabs(altitude - 25.0f) * (1.0f / 15.0f), 0.0f), 0.0f);
}

__kernel void sky_scatter(__global const float4 *restrict medium,        // scattering of air, of haze; extinction of
                                                                         // haze, of ozone; sunlight; direction of the sun
                          __global const uchar *restrict noise,          // 64 x 64
                          __global float4 *restrict sky,
                          const int width,
                          const int height,
                          const int view_steps,
                          const int sun_steps,
                          const float ground,
                          const float top,
                          const float camera,
                          const float g)
{
    const int px = get_global_id(0);
    const int py = get_global_id(1);
    if (px >= width || py >= height)
        return;
    const float4 air = medium[0];
    const float4 haze = medium[1];
    const float4 haze_out = medium[2];
    const float4 ozone_out = medium[3];
    const float3 sun = medium[5].xyz;

    const float turn = 2.0f * M_PI_F * (px + 0.5f) / width;
    const float v = 1.0f - 2.0f * (py + 0.5f) / height;
    const float lift = copysign(v * v, v) * 0.5f * M_PI_F;                // finer at the horizon
    const float3 dir = (float3)(cos(turn) * cos(lift), sin(lift), sin(turn) * cos(lift));
    const float3 eye = (float3)(0.0f, ground + camera, 0.0f);

    const float hit = meet_ground(eye, dir, ground);
    const float far = hit > 0.0f ? hit : leave_sphere(eye, dir, top);
    const float ds = far / view_steps;
    float s = ds * (noise[(py & 63) * 64 + (px & 63)] + 0.5f) * (1.0f / 256.0f);

    float4 depth = (float4)(0.0f);
    float4 from_air = (float4)(0.0f);
    float4 from_haze = (float4)(0.0f);
    for (int i = 0; i < view_steps; i++, s += ds) {
        const float3 at = eye + dir * s;
        const float4 here = density(length(at) - ground) * ds;
        depth += here;
        if (meet_ground(at, sun, ground) > 0.0f)
            continue;                                                     // in the earth's shadow
        const float dl = leave_sphere(at, sun, top) / sun_steps;
        float4 light = (float4)(0.0f);
        for (int k = 0; k < sun_steps; k++) {
            const float3 on = at + sun * (dl * (k + 0.5f));
            light += density(length(on) - ground);
        }
        const float4 total = depth + light * dl;
        const float4 through = exp(-(total.x * air + total.y * haze_out + total.z * ozone_out));
        from_air += through * here.x;
        from_haze += through * here.y;
    }

    const float mu = dot(dir, sun);
    const float rayleigh = 3.0f / (16.0f * M_PI_F) * (1.0f + mu * mu);
    const float side = 1.0f + g * g - 2.0f * g * mu;
    const float mie = 3.0f / (8.0f * M_PI_F) * (1.0f - g * g) * (1.0f + mu * mu) / ((2.0f + g * g) * side * sqrt(side));
    sky[py * width + px] = medium[4] * (from_air * air * rayleigh + from_haze * haze * mie);
}
