/* Rendering: quad area lights by linearly transformed cosines, clipped to the horizon, one pixel per work-item.
 * table: 32 x 32 of (m11, m13, m31, m33) of the inverse transform by roughness and angle. */
static float edge_integral(float3 a, float3 b)
{
    const float x = dot(a, b), y = fabs(x);
    const float p = 0.8543985f + (0.4965155f + 0.0145206f * y) * y;
    const float q = 3.4175940f + (4.1616724f + y) * y;
    const float v = p / q;
    const float theta = x > 0.0f ? v : 0.5f * rsqrt(fmax(1.0f - x * x, 1e-7f)) - v;
    return (a.x * b.y - a.y * b.x) * theta;
}

__kernel void ltc_quads(__global const float4 *restrict position, __global const float4 *restrict normal_rough,
                        __global const float4 *restrict table, __global const float4 *restrict corners,
                        __global const float4 *restrict colour, __global float4 *restrict image,
                        const int width, const int lights, const float eye_x, const float eye_y, const float eye_z)
{
    const int at = get_global_id(1) * width + get_global_id(0);
    const float3 p = position[at].xyz;
    const float4 nr = normal_rough[at];
    const float3 n = normalize(nr.xyz), view = normalize((float3)(eye_x, eye_y, eye_z) - p);
    const float facing = dot(n, view);
    if (facing <= 0.0f) {
        image[at] = (float4)(0.0f);
        return;
    }
    const float3 t1 = normalize(view - n * facing + (float3)(1e-5f, 0.0f, 0.0f)), t2 = cross(n, t1);
    const int col = clamp((int)(nr.w * 31.0f + 0.5f), 0, 31);
    const int row = clamp((int)(sqrt(1.0f - fmin(facing, 1.0f)) * 31.0f + 0.5f), 0, 31);
    const float4 m = table[row * 32 + col];

    float3 sum = (float3)(0.02f);
    for (int l = 0; l < lights; l++) {
        float3 in[4], poly[5];
        for (int i = 0; i < 4; i++) {
            const float3 d = corners[l * 4 + i].xyz - p;
            const float a = dot(t1, d), c = dot(n, d);
            in[i] = (float3)(m.x * a + m.y * c, dot(t2, d), m.z * a + m.w * c);
        }
        int count = 0;
        for (int i = 0; i < 4; i++) {
            const float3 a = in[i], b = in[(i + 1) & 3];
            if (a.z > 0.0f && count < 5)
                poly[count++] = normalize(a);
            if ((a.z > 0.0f) != (b.z > 0.0f) && count < 5)
                poly[count++] = normalize(a + (b - a) * (a.z / (a.z - b.z)));
        }
        if (count < 3)
            continue;
        float e = 0.0f;
        for (int i = 0; i < count; i++)
            e += edge_integral(poly[i], poly[i + 1 == count ? 0 : i + 1]);
        sum += colour[l].xyz * fabs(e);
    }
    image[at] = (float4)(sum / (1.0f + sum), 1.0f);
}
