// Dual-quaternion skinning: up to four bones a vertex, weights sorted, zero ends the list.
inline float3 rotate(float4 q, float3 v)
{
    return v + 2.0f * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

__kernel void dq_skin(__global const float4 *restrict position, __global const float4 *restrict normal,
                      __global const uchar4 *restrict bone_id, __global const float4 *restrict weight,
                      __global const float8 *restrict bones, __global float4 *restrict out_position,
                      __global float4 *restrict out_normal, const int vertices)
{
    const int v = get_global_id(0);
    if (v >= vertices)
        return;
    const uchar4 id = bone_id[v];
    const float4 w = weight[v];
    float8 first = bones[id.x];
    float8 sum = first * w.x;
    if (w.y > 0.0f) {
        float8 b = bones[id.y];
        sum += b * copysign(w.y, dot(first.lo, b.lo));
        if (w.z > 0.0f) {
            b = bones[id.z];
            sum += b * copysign(w.z, dot(first.lo, b.lo));
            if (w.w > 0.0f) {
                b = bones[id.w];
                sum += b * copysign(w.w, dot(first.lo, b.lo));
            }
        }
    }
    const float inv = 1.0f / (length(sum.lo) + 1.0e-12f);
    const float4 real = sum.lo * inv;
    const float4 dual = sum.hi * inv;
    float3 t = 2.0f * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    float3 p = rotate(real, position[v].xyz) + t;
    float3 n = rotate(real, normal[v].xyz);
    out_position[v] = (float4)(p, 1.0f);
    out_normal[v] = (float4)(fast_normalize(n), 0.0f);
}
