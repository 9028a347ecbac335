// A black hole with a thin disc: light rays are followed backwards from the camera in units of the
// Schwarzschild radius, leapfrog with steps that grow with the distance, until captured or away.
static inline float4 disc_light(const float4 hit, const float4 dir, const float radius, const float inner, const float outer)
{
    const float beta = sqrt(0.5f / (radius - 1.0f));
    const float4 along = (float4)(-hit.z, 0.0f, hit.x, 0.0f) / radius;
    const float redshift = sqrt(1.0f - 1.5f / radius) / (1.0f + beta * dot(along, dir));
    const float heat = pow(inner / radius, 0.75f) * redshift;
    const float angle = atan2(hit.z, hit.x);
    const float swirl = 0.75f + 0.25f * sin(9.0f * radius + 3.0f * angle + 4.0f * sin(angle * 2.0f + radius));
    const float edge = smoothstep(inner, inner * 1.2f, radius) * (1.0f - smoothstep(outer * 0.7f, outer, radius));
    const float alpha = 0.85f * edge * swirl;
    const float power = heat * heat * heat * heat * alpha * 3.0f;
    return (float4)(power, power * fmin(heat, 1.2f) * 0.8f, power * fmin(heat * heat, 1.5f) * 0.55f, alpha);
}

__kernel void schwarzschild_rays(__global const uchar4 *restrict sky,
                                 __global const float4 *restrict camera,     // place, right, up, ahead
                                 __global uchar4 *restrict picture,
                                 const int width,
                                 const int height,
                                 const int sky_w,
                                 const int sky_h,
                                 const int max_steps,
                                 const float field,
                                 const float inner,
                                 const float outer)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    const float sx = (2.0f * (x + 0.5f) - width) / height * field;
    const float sy = (height - 2.0f * (y + 0.5f)) / height * field;
    float4 p = camera[0];
    float4 v = normalize(camera[1] * sx + camera[2] * sy + camera[3]);
    const float4 spin = cross(p, v);
    const float bend = -1.5f * dot(spin, spin);
    const float far2 = dot(p, p) * 1.5f;

    float4 light = (float4)(0.0f);
    float r2 = dot(p, p);
    float4 a = p * (bend / (r2 * r2 * sqrt(r2)));
    bool escaped = false;
    for (int step = 0; step < max_steps; step++) {
        const float dt = clamp(0.07f * (sqrt(r2) - 0.8f), 0.02f, 1.5f);
        const float4 old = p;
        v += a * (0.5f * dt);
        p += v * dt;
        r2 = dot(p, p);
        a = p * (bend / (r2 * r2 * sqrt(r2)));
        v += a * (0.5f * dt);

        if (old.y * p.y < 0.0f) {
            const float4 hit = mix(old, p, old.y / (old.y - p.y));
            const float radius = length(hit);
            if (radius > inner && radius < outer) {
                light += (1.0f - light.w) * disc_light(hit, normalize(v), radius, inner, outer);
                if (light.w > 0.98f)
                    break;
            }
        }
        if (r2 < 1.0f)
            break;
        if (r2 > far2 && dot(p, v) > 0.0f) {
            escaped = true;
            break;
        }
    }

    if (escaped) {
        const float4 d = normalize(v);
        const float u = atan2pi(d.z, d.x) * 0.5f + 0.5f;
        const float w = acospi(clamp(d.y, -1.0f, 1.0f));
        const int tx = clamp((int)(u * sky_w), 0, sky_w - 1);
        const int ty = clamp((int)(w * sky_h), 0, sky_h - 1);
        light += (1.0f - light.w) * convert_float4(sky[ty * sky_w + tx]) * (1.0f / 255.0f);
    }
    picture[y * width + x] = convert_uchar4_sat(255.0f * sqrt(light / (1.0f + 0.3f * light)));
}
