// Spatial reuse of reservoirs for many lights (ReSTIR, as in RTXDI and in Falcor): a pixel draws neighbours from a disk, takes their
// lights where depth and normal agree, weighs them by their worth here (GGX and Lambert), and keeps one. Images are row-major
// buffers.
//   depth      width x height, distance to the eye, 0 sky
//   surface    width x height x 4 halves: normal, roughness
//   albedo     width x height, 8 bits a channel and metalness
//   light      nlights x 2: place and half of its size; radiance and range
//   reservoir  width x height: light (-1 none), samples, target and weight as bits of floats
//   reused     the same, after
//   shade      width x height x 4 halves
//   width, height, nlights, neighbours, most (samples a neighbour counts for at most), frame, radius (pixels), tan_x, tan_y (of half
//   the picture), depth_agrees (relative), normal_agrees (cosine)
uint draw(uint *state)
{
    const uint old = *state;
    *state = old * 747796405u + 2891336453u;
    const uint word = ((old >> ((old >> 28) + 4)) ^ old) * 277803737u;
    return (word >> 22) ^ word;
}

float uniform(uint *state)
{
    return (draw(state) >> 8) * (1.0f / 16777216.0f);
}

float3 worth(const float3 at, const float3 n, const float rough, const float4 base, const float4 place, const float4 radiance)
{
    const float3 d = place.xyz - at;
    const float dist2 = fmax(dot(d, d), place.w * place.w);
    const float3 l = d * rsqrt(fmax(dot(d, d), 1e-8f));
    const float cosine = dot(n, l);
    if (cosine <= 0.0f || dist2 > radiance.w * radiance.w)
        return (float3)(0.0f);
    const float3 v = normalize(-at);
    const float3 half_way = normalize(v + l);
    const float nv = fmax(dot(n, v), 1e-3f);
    const float nh = fmax(dot(n, half_way), 0.0f);
    const float vh = fmax(dot(v, half_way), 0.0f);
    const float a2 = rough * rough * rough * rough;
    const float around = nh * nh * (a2 - 1.0f) + 1.0f;
    const float spread = a2 / (3.14159265f * around * around);
    const float hidden = 0.5f / (cosine * sqrt(nv * nv * (1.0f - a2) + a2) + nv * sqrt(cosine * cosine * (1.0f - a2) + a2));
    const float3 f0 = mix((float3)(0.04f), base.xyz, base.w);
    const float3 mirror = f0 + (1.0f - f0) * pow(1.0f - vh, 5.0f);
    const float q = dist2 / (radiance.w * radiance.w);
    const float window = (1.0f - q * q) * (1.0f - q * q);
    return ((1.0f - mirror) * base.xyz * ((1.0f - base.w) * 0.318309886f) + mirror * (spread * hidden)) * radiance.xyz
        * (cosine * window / dist2);
}

float3 spot(const int x, const int y, const float z, const int width, const int height, const float tan_x, const float tan_y)
{
    const float3 way = (float3)(((x + 0.5f) / width * 2.0f - 1.0f) * tan_x, (1.0f - (y + 0.5f) / height * 2.0f) * tan_y, -1.0f);
    return normalize(way) * z;
}

__kernel void restir_spatial(__global const float *restrict depth,
                             __global const half *restrict surface,
                             __global const uchar4 *restrict albedo,
                             __global const float4 *restrict light,
                             __global const int4 *restrict reservoir,
                             __global int4 *restrict reused,
                             __global half *restrict shade,
                             const int width,
                             const int height,
                             const int nlights,
                             const int neighbours,
                             const int most,
                             const uint frame,
                             const float radius,
                             const float tan_x,
                             const float tan_y,
                             const float depth_agrees,
                             const float normal_agrees)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const int here = y * width + x;
    const float z = depth[here];
    if (z <= 0.0f) {
        reused[here] = (int4)(-1, 0, 0, 0);
        vstore_half4((float4)(0.0f), here, shade);
        return;
    }
    const float4 s = vload_half4(here, surface);
    const float4 base = convert_float4(albedo[here]) * (1.0f / 255.0f);
    const float3 at = spot(x, y, z, width, height, tan_x, tan_y);
    const float3 luma = (float3)(0.2126f, 0.7152f, 0.0722f);
    uint state = (uint)here * 9781u + frame * 6271u + 1u;
    draw(&state);

    int4 r = reservoir[here];
    int kept = r.x;
    float target = as_float(r.z);
    float sum = as_float(r.w) * target * r.y;
    int samples = r.y;
    int agreed[8];
    int nagreed = 0;
    for (int k = 0; k < neighbours; k++) {
        float c;
        const float far = radius * sqrt(uniform(&state));
        const float sn = sincos(6.28318531f * uniform(&state), &c);
        int nx = x + (int)rint(far * c);
        int ny = y + (int)rint(far * sn);
        nx = nx < 0 ? -nx : nx >= width ? 2 * width - 2 - nx : nx;
        ny = ny < 0 ? -ny : ny >= height ? 2 * height - 2 - ny : ny;
        nx = clamp(nx, 0, width - 1);
        ny = clamp(ny, 0, height - 1);
        const int there = ny * width + nx;
        if (there == here || fabs(depth[there] - z) > depth_agrees * z)
            continue;
        if (dot(vload_half4(there, surface).xyz, s.xyz) < normal_agrees)
            continue;
        r = reservoir[there];
        const int count = min(r.y, most);
        samples += count;
        if (nagreed < 8)
            agreed[nagreed++] = there;
        if (r.x < 0 || r.x >= nlights)
            continue;
        const float value = dot(luma, worth(at, s.xyz, s.w, base, light[2 * r.x], light[2 * r.x + 1]));
        const float w = value * as_float(r.w) * count;
        sum += w;
        if (w > 0.0f && uniform(&state) * sum < w) {
            kept = r.x;
            target = value;
        }
    }

    if (kept < 0 || kept >= nlights || target <= 0.0f) {
        reused[here] = (int4)(-1, samples, 0, 0);
        vstore_half4((float4)(0.0f), here, shade);
        return;
    }
    const float4 place = light[2 * kept];
    const float4 radiance = light[2 * kept + 1];
    int could = reservoir[here].y;
    for (int k = 0; k < nagreed; k++) {
        const int there = agreed[k];
        const float3 other = spot(there % width, there / width, depth[there], width, height, tan_x, tan_y);
        const float3 d = place.xyz - other;
        if (dot(vload_half4(there, surface).xyz, d) > 0.0f && dot(d, d) < radiance.w * radiance.w)
            could += min(reservoir[there].y, most);
    }
    const float weight = could > 0 ? sum / (target * could) : 0.0f;
    const float3 colour = fmin(worth(at, s.xyz, s.w, base, place, radiance) * weight, (float3)(60000.0f));
    reused[here] = (int4)(kept, samples, as_int(target), as_int(weight));
    vstore_half4((float4)(colour, fmin(weight, 60000.0f)), here, shade);
}
