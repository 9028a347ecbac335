/* Linear triangles: per element K_e u_e, written to 3 slots per element */
__kernel void tri_apply(__global const int *conn, __global const float2 *xy,
                        __global const float *u, __global float *fe, const int ne)
{
    int e = get_global_id(0);
    if (e >= ne)
        return;
    int a = conn[3 * e], b = conn[3 * e + 1], c = conn[3 * e + 2];
    float2 pa = xy[a], pb = xy[b], pc = xy[c];
    float2 ga = (float2)(pb.y - pc.y, pc.x - pb.x);
    float2 gb = (float2)(pc.y - pa.y, pa.x - pc.x);
    float2 gc = (float2)(pa.y - pb.y, pb.x - pa.x);
    float area2 = fabs(ga.x * gb.y - ga.y * gb.x) + 1e-6f;
    float2 g = (ga * u[a] + gb * u[b] + gc * u[c]) * (0.5f / area2);
    fe[3 * e] = dot(ga, g);
    fe[3 * e + 1] = dot(gb, g);
    fe[3 * e + 2] = dot(gc, g);
}

/* Scatter of the same into nodes with an integer (fixed point) atomic */
__kernel void tri_assemble(__global const int *conn, __global const float *fe,
                           __global int *f, const int ne, const float scale)
{
    int e = get_global_id(0);
    if (e < ne)
        for (int k = 0; k < 3; ++k)
            atomic_add(&f[conn[3 * e + k]], convert_int_rte(scale * fe[3 * e + k]));
}
