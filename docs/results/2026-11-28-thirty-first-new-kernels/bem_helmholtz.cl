// Matrix-free product of the acoustic boundary element method: single and double layer potentials of
// the Helmholtz equation at the centroids of all panels, sources passed by tiles through local memory.
#define TILE 64

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void bem_helmholtz(__global const float4 *restrict centre,      // xyz, area
                   __global const float4 *restrict normal,
                   __global const float4 *restrict density,     // re and im of the flux, re and im of the pressure
                   __global float2 *restrict result,
                   const int npanels,
                   const float wave)
{
    __local float4 s_centre[TILE];
    __local float4 s_normal[TILE];
    __local float4 s_density[TILE];

    const int lid = get_local_id(0);
    const int i = get_global_id(0);
    const float4 xi = centre[min(i, npanels - 1)];
    float2 sum = (float2)(0.0f);

    for (int base = 0; base < npanels; base += TILE) {
        const int src = base + lid;
        if (src < npanels) {
            s_centre[lid] = centre[src];
            s_normal[lid] = normal[src];
            s_density[lid] = density[src];
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        const int count = min(TILE, npanels - base);
        for (int j = 0; j < count; j++) {
            if (base + j == i)
                continue;
            const float4 y = s_centre[j];
            const float4 n = s_normal[j];
            const float4 q = s_density[j];
            const float3 d = xi.xyz - y.xyz;
            const float r2 = dot(d, d);
            const float inv_r = rsqrt(r2);
            const float kr = wave * r2 * inv_r;
            float c;
            const float s = sincos(kr, &c);
            const float g = 0.07957747f * inv_r * y.w;
            const float2 green = (float2)(c, s) * g;
            // dG/dn = G (1 - ikr) (d . n) / r^2
            const float slope = dot(d, n.xyz) * inv_r * inv_r;
            const float2 dn = slope * (float2)(green.x + kr * green.y, green.y - kr * green.x);
            sum.x += green.x * q.x - green.y * q.y - (dn.x * q.z - dn.y * q.w);
            sum.y += green.x * q.y + green.y * q.x - (dn.x * q.w + dn.y * q.z);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (i < npanels) {
        const float4 q = density[i];
        const float own = 0.5f * sqrt(xi.w * 0.31830989f);        // a disc of the same area
        sum.x += own * q.x - 0.07957747f * xi.w * wave * q.y + 0.5f * q.z;
        sum.y += own * q.y + 0.07957747f * xi.w * wave * q.x + 0.5f * q.w;
        result[i] = sum;
    }
}
