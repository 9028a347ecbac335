// Culling of meshlets before they are drawn: frustum, back-facing cone, and the pyramid of the last frame's depths;
// what is left is gathered into a list a work-group, with the triangles' total in global counters.
#define WG 64

__kernel void meshlet_cull(__global const uint2 *restrict draw,           // instance, meshlet
                           __global const float4 *restrict instance,      // three rows, then scale in a fourth
                           __global const float4 *restrict sphere,        // centre, radius
                           __global const char4 *restrict cone,           // axis, cutoff (127ths)
                           __global const uchar *restrict triangles,
                           __global const float4 *restrict plane,         // six of the frustum, view space
                           __global const float4 *restrict view,          // three rows
                           __global const float *restrict pyramid,        // farthest depths, levels one after another
                           __global const int4 *restrict level,           // offset, width, height
                           __global uint2 *restrict visible,
                           __global uint *restrict visible_count,
                           __global uint *restrict counters,              // drawn triangles; culled by the three tests
                           const int ndraws,
                           const int nlevels,
                           const float focal_x,
                           const float focal_y,
                           const float near)
{
    __local uint kept;
    __local uint tally[4];
    const int lid = get_local_id(0);
    const int id = get_global_id(0);
    if (lid == 0)
        kept = 0;
    if (lid < 4)
        tally[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (id < ndraws) {
        const uint2 d = draw[id];
        __global const float4 *row = instance + 4 * d.x;
        const float4 s = sphere[d.y];
        const float4 local_centre = (float4)(s.xyz, 1.0f);
        const float4 world = (float4)(dot(row[0], local_centre), dot(row[1], local_centre), dot(row[2], local_centre), 1.0f);
        const float3 c = (float3)(dot(view[0], world), dot(view[1], world), dot(view[2], world));
        const float radius = s.w * row[3].x;
        int verdict = 0;
        for (int i = 0; i < 6 && verdict == 0; i++)
            if (dot(plane[i].xyz, c) + plane[i].w < -radius)
                verdict = 1;
        if (verdict == 0) {
            const float4 k = convert_float4(cone[d.y]) * (1.0f / 127.0f);
            const float3 turned = (float3)(dot(row[0].xyz, k.xyz), dot(row[1].xyz, k.xyz), dot(row[2].xyz, k.xyz));
            const float3 axis = (float3)(dot(view[0].xyz, turned), dot(view[1].xyz, turned), dot(view[2].xyz, turned));
            if (dot(c, axis) >= row[3].x * (k.w * length(c) + radius))
                verdict = 2;
        }
        if (verdict == 0 && c.z - radius > near) {
            const float2 cx = c.xz;                                       // the sphere's box on the screen
            const float2 cy = c.yz;
            const float2 vx = (float2)(sqrt(dot(cx, cx) - radius * radius), radius);
            const float2 vy = (float2)(sqrt(dot(cy, cy) - radius * radius), radius);
            const float x0 = (vx.x * cx.x - vx.y * cx.y) / (vx.x * cx.y + vx.y * cx.x) * focal_x * 0.5f + 0.5f;
            const float x1 = (vx.x * cx.x + vx.y * cx.y) / (vx.x * cx.y - vx.y * cx.x) * focal_x * 0.5f + 0.5f;
            const float y0 = (vy.x * cy.x - vy.y * cy.y) / (vy.x * cy.y + vy.y * cy.x) * focal_y * 0.5f + 0.5f;
            const float y1 = (vy.x * cy.x + vy.y * cy.y) / (vy.x * cy.y - vy.y * cy.x) * focal_y * 0.5f + 0.5f;
            const float extent = fmax((x1 - x0) * level[0].y, (y1 - y0) * level[0].z);
            const int l = clamp((int)ceil(log2(fmax(extent, 1.0f))), 0, nlevels - 1);
            const int4 mip = level[l];
            const int u0 = (int)clamp(x0 * mip.y, 0.0f, mip.y - 1.0f);
            const int u1 = (int)clamp(x1 * mip.y, 0.0f, mip.y - 1.0f);
            const int v0 = (int)clamp(y0 * mip.z, 0.0f, mip.z - 1.0f);
            const int v1 = (int)clamp(y1 * mip.z, 0.0f, mip.z - 1.0f);
            __global const float *z = pyramid + mip.x;
            const float farthest = fmax(fmax(z[v0 * mip.y + u0], z[v0 * mip.y + u1]),
                                        fmax(z[v1 * mip.y + u0], z[v1 * mip.y + u1]));
            if (c.z - radius > farthest)
                verdict = 3;
        }
        if (verdict == 0) {
            const uint slot = atomic_inc(&kept);
            visible[get_group_id(0) * WG + slot] = d;
            atomic_add(&tally[0], (uint)triangles[d.y]);
        } else
            atomic_inc(&tally[verdict]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        visible_count[get_group_id(0)] = kept;
    if (lid < 4 && tally[lid] > 0)
        atomic_add(&counters[lid], tally[lid]);
}
