// Tiled deferred shading: a work-group's tile finds its depth range with local atomics, culls the point lights
// against its frustum into a local list, then every pixel is shaded (Blinn-Phong) by the lights of the list.
#define MAX_TILE_LIGHTS 384

__kernel void tiled_deferred(__global const float *restrict depth,        // view space z, 0: sky
                             __global const char4 *restrict normal,
                             __global const uchar4 *restrict albedo,      // w: gloss
                             __global const float4 *restrict light_pos,   // view space, w: radius
                             __global const float4 *restrict light_colour,
                             __global uchar4 *restrict frame,
                             __global uint *restrict tile_lights,         // lights that reached each tile
                             const int width,
                             const int height,
                             const int nlights,
                             const float focal)
{
    __local uint s_near, s_far, s_count;
    __local ushort s_list[MAX_TILE_LIGHTS];

    const int x = get_global_id(0), y = get_global_id(1);
    const int lid = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int lanes = get_local_size(0) * get_local_size(1);
    const bool inside = x < width && y < height;

    if (lid == 0) {
        s_near = 0x7f7fffffu;
        s_far = 0u;
        s_count = 0u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float z = inside ? depth[y * width + x] : 0.0f;
    if (z > 0.0f) {
        atomic_min(&s_near, as_uint(z));
        atomic_max(&s_far, as_uint(z));
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const float z_near = as_float(s_near), z_far = as_float(s_far);
    const float half_w = 0.5f * width, half_h = 0.5f * height, inv_f = 1.0f / focal;
    const float l = (get_group_id(0) * get_local_size(0) - half_w) * inv_f;
    const float r = ((get_group_id(0) + 1) * get_local_size(0) - half_w) * inv_f;
    const float t = (get_group_id(1) * get_local_size(1) - half_h) * inv_f;
    const float b = ((get_group_id(1) + 1) * get_local_size(1) - half_h) * inv_f;
    const float il = rsqrt(1.0f + l * l), ir = rsqrt(1.0f + r * r), iu = rsqrt(1.0f + t * t), ib = rsqrt(1.0f + b * b);

    if (z_far > 0.0f) {
        for (int k = lid; k < nlights; k += lanes) {
            const float4 p = light_pos[k];
            const bool seen = p.z + p.w >= z_near && p.z - p.w <= z_far
                && (p.x - l * p.z) * il >= -p.w && (r * p.z - p.x) * ir >= -p.w
                && (p.y - t * p.z) * iu >= -p.w && (b * p.z - p.y) * ib >= -p.w;
            if (seen) {
                const uint at = atomic_inc(&s_count);
                if (at < MAX_TILE_LIGHTS)
                    s_list[at] = (ushort)k;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint count = min(s_count, (uint)MAX_TILE_LIGHTS);
    if (lid == 0)
        tile_lights[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = count;

    if (!inside)
        return;
    if (z <= 0.0f) {
        frame[y * width + x] = (uchar4)(40, 60, 90, 255);
        return;
    }
    const float3 pos = (float3)((x + 0.5f - half_w) * inv_f, (y + 0.5f - half_h) * inv_f, 1.0f) * z;
    const float3 n = normalize(convert_float4(normal[y * width + x]).xyz);
    const float4 alb = convert_float4(albedo[y * width + x]) * (1.0f / 255.0f);
    const float3 view = -fast_normalize(pos);
    const float power = exp2(1.0f + 7.0f * alb.w);
    float3 sum = alb.xyz * 0.06f;

    for (uint k = 0; k < count; k++) {
        const int id = s_list[k];
        const float4 p = light_pos[id];
        const float3 d = p.xyz - pos;
        const float d2 = dot(d, d);
        if (d2 >= p.w * p.w)
            continue;
        const float3 dir = d * rsqrt(d2 + 1.0e-8f);
        const float ndl = dot(n, dir);
        if (ndl <= 0.0f)
            continue;
        const float window = 1.0f - d2 / (p.w * p.w);
        const float falloff = window * window / (1.0f + d2);
        const float ndh = max(dot(n, fast_normalize(dir + view)), 0.0f);
        const float spec = 0.3f * alb.w * native_powr(ndh, power);
        sum += light_colour[id].xyz * (falloff * ndl) * (alb.xyz + spec);
    }
    const float3 mapped = sum / (1.0f + sum);
    frame[y * width + x] = (uchar4)(convert_uchar3_sat_rte(sqrt(mapped) * 255.0f), 255);
}
