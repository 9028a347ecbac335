__kernel void ray_spheres(__global float4 *img, __constant float4 *sph, const int ns,
                          const int w, const int h)
{
    int px = get_global_id(0), py = get_global_id(1);
    if (px >= w || py >= h)
        return;
    float3 o = (float3)(0.5f, 0.5f, -2.0f);
    float3 d = normalize((float3)((px + 0.5f) / w - 0.5f, (py + 0.5f) / h - 0.5f, 2.0f));
    float best = 1e30f;
    int hit = -1;
    for (int i = 0; i < ns; ++i) {
        float3 oc = o - sph[i].xyz;
        float r = 0.05f + 0.05f * sph[i].w;
        float b = dot(oc, d);
        float c = dot(oc, oc) - r * r;
        float disc = b * b - c;
        if (disc > 0.0f) {
            float t = -b - sqrt(disc);
            if (t > 0.0f && t < best) {
                best = t;
                hit = i;
            }
        }
    }
    float4 color = (float4)(0.1f, 0.1f, 0.2f, 1.0f);
    if (hit >= 0) {
        float3 nrm = normalize(o + best * d - sph[hit].xyz);
        float l = fmax(0.0f, dot(nrm, normalize((float3)(1.0f, 1.0f, -1.0f))));
        color = (float4)(l, l * 0.5f, 0.2f, 1.0f);
    }
    img[py * w + px] = color;
}

/* rotate packed xyz points, each by its own (normalised here) quaternion */
__kernel void quat_rotate(__global const float4 *q, __global const float *in,
                          __global float *out, const int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float4 r = normalize(q[i] + (float4)(0.01f));
    float3 v = vload3(i, in);
    float3 t = 2.0f * cross(r.xyz, v);
    float3 res = v + r.w * t + cross(r.xyz, t);
    vstore3(res, i, out);
}
