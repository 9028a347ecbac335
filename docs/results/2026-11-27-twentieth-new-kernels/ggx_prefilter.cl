// Image based lighting: prefilters an environment (octahedral map, rgba halves) for one roughness of the specular mip chain.
// Each work-item integrates one texel of a cube face with importance sampled GGX directions.

float radical_inverse(uint b)
{
    b = (b << 16) | (b >> 16);
    b = ((b & 0x55555555u) << 1) | ((b & 0xAAAAAAAAu) >> 1);
    b = ((b & 0x33333333u) << 2) | ((b & 0xCCCCCCCCu) >> 2);
    b = ((b & 0x0F0F0F0Fu) << 4) | ((b & 0xF0F0F0F0u) >> 4);
    b = ((b & 0x00FF00FFu) << 8) | ((b & 0xFF00FF00u) >> 8);
    return b * 2.3283064365386963e-10f;
}

float3 cube_direction(int face, float u, float v)
{
    switch (face) {
    case 0: return normalize((float3)(1.0f, -v, -u));
    case 1: return normalize((float3)(-1.0f, -v, u));
    case 2: return normalize((float3)(u, 1.0f, v));
    case 3: return normalize((float3)(u, -1.0f, -v));
    case 4: return normalize((float3)(u, -v, 1.0f));
    default: return normalize((float3)(-u, -v, -1.0f));
    }
}

float4 sample_octahedral(__global const half *env, int size, float3 d)
{
    d /= fabs(d.x) + fabs(d.y) + fabs(d.z);
    float2 p = d.xy;
    if (d.z < 0.0f)
        p = copysign(1.0f - fabs(d.yx), d.xy);
    const float2 t = (p * 0.5f + 0.5f) * (float)size - 0.5f;
    const float2 f = floor(t);
    const float2 w = t - f;
    const int x0 = clamp((int)f.x, 0, size - 1), x1 = clamp((int)f.x + 1, 0, size - 1);
    const int y0 = clamp((int)f.y, 0, size - 1), y1 = clamp((int)f.y + 1, 0, size - 1);
    const float4 top = mix(vload_half4(y0 * size + x0, env), vload_half4(y0 * size + x1, env), w.x);
    const float4 bottom = mix(vload_half4(y1 * size + x0, env), vload_half4(y1 * size + x1, env), w.x);
    return mix(top, bottom, w.y);
}

__kernel void ggx_prefilter(__global const half *env, __global half *cube, int env_size, int face_size, int samples,
                            float roughness)
{
    const int x = get_global_id(0), y = get_global_id(1), face = get_global_id(2);
    if (x >= face_size || y >= face_size)
        return;

    const float3 n = cube_direction(face, 2.0f * (x + 0.5f) / face_size - 1.0f, 2.0f * (y + 0.5f) / face_size - 1.0f);
    const float3 up = fabs(n.z) < 0.999f ? (float3)(0.0f, 0.0f, 1.0f) : (float3)(1.0f, 0.0f, 0.0f);
    const float3 tx = normalize(cross(up, n));
    const float3 ty = cross(n, tx);
    const float a2 = roughness * roughness * roughness * roughness;

    float4 sum = (float4)(0.0f);
    float weight = 0.0f;
    for (int i = 0; i < samples; ++i) {
        const float e1 = (i + 0.5f) / samples, e2 = radical_inverse(i);
        const float ct = sqrt((1.0f - e1) / (1.0f + (a2 - 1.0f) * e1));
        const float st = sqrt(fmax(0.0f, 1.0f - ct * ct));
        float cp;
        const float sp = sincos(6.2831853f * e2, &cp);
        const float3 h = tx * (st * cp) + ty * (st * sp) + n * ct;
        const float3 l = 2.0f * dot(n, h) * h - n;
        const float nl = dot(n, l);
        if (nl <= 0.0f)
            continue;
        sum += sample_octahedral(env, env_size, l) * nl;
        weight += nl;
    }
    vstore_half4(sum / fmax(weight, 1e-4f), (face * face_size + y) * face_size + x, cube);
}
