// Points and normals of a rational B-spline surface for a tessellator (The NURBS Book, A2.1 to A4.4): an item is one point of a grid of
// parameters. It looks up its knot spans by bisection, builds the basis functions and their slopes, and blends the control points.
//   u, v         parameters of the grid's columns and rows
//   knots_u, knots_v   ascending, clamped: ncontrol + degree + 1 of each
//   control      ncontrol_v x ncontrol_u: x w, y w, z w, w
//   point        nv x nu: place, and the area element there
//   normal       nv x nu: unit normal, and 0
//   nu, nv, ncontrol_u, ncontrol_v, degree_u, degree_v (1 to MAX_DEGREE)
#define MAX_DEGREE 5

int knot_span(__global const float *restrict knots, const int ncontrol, const int degree, const float t)
{
    int low = degree;
    int high = ncontrol;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (t < knots[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

void basis_at(__global const float *restrict knots, const int span, const int degree, const float t, float *value, float *slope)
{
    value[0] = 1.0f;
    for (int j = 1; j <= degree; j++) {
        float carry = 0.0f;
        float before = 0.0f;
        for (int r = 0; r < j; r++) {
            const float upper = knots[span + r + 1];
            const float lower = knots[span + 1 - j + r];
            const float part = upper > lower ? value[r] / (upper - lower) : 0.0f;
            value[r] = mad(upper - t, part, carry);
            carry = (t - lower) * part;
            slope[r] = (float)j * (before - part);                        // right after the last round
            before = part;
        }
        value[j] = carry;
        slope[j] = (float)j * before;
    }
}

__kernel void nurbs_surface(__global const float *restrict u,
                            __global const float *restrict v,
                            __global const float *restrict knots_u,
                            __global const float *restrict knots_v,
                            __global const float4 *restrict control,
                            __global float4 *restrict point,
                            __global float4 *restrict normal,
                            const int nu,
                            const int nv,
                            const int ncontrol_u,
                            const int ncontrol_v,
                            const int degree_u,
                            const int degree_v)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nu || y >= nv)
        return;
    float bu[MAX_DEGREE + 1], du[MAX_DEGREE + 1], bv[MAX_DEGREE + 1], dv[MAX_DEGREE + 1];
    const int su = knot_span(knots_u, ncontrol_u, degree_u, u[x]);
    const int sv = knot_span(knots_v, ncontrol_v, degree_v, v[y]);
    basis_at(knots_u, su, degree_u, u[x], bu, du);
    basis_at(knots_v, sv, degree_v, v[y], bv, dv);
    float4 s = (float4)(0.0f);
    float4 s_u = (float4)(0.0f);
    float4 s_v = (float4)(0.0f);
    for (int j = 0; j <= degree_v; j++) {
        __global const float4 *row = control + (sv - degree_v + j) * ncontrol_u + su - degree_u;
        float4 along = (float4)(0.0f);
        float4 along_u = (float4)(0.0f);
        for (int i = 0; i <= degree_u; i++) {
            const float4 c = row[i];
            along = mad((float4)(bu[i]), c, along);
            along_u = mad((float4)(du[i]), c, along_u);
        }
        s = mad((float4)(bv[j]), along, s);
        s_u = mad((float4)(bv[j]), along_u, s_u);
        s_v = mad((float4)(dv[j]), along, s_v);
    }
    const float3 p = s.xyz / s.w;
    const float3 n = cross((s_u.xyz - s_u.w * p) / s.w, (s_v.xyz - s_v.w * p) / s.w);
    const float area = length(n);
    point[y * nu + x] = (float4)(p, area);
    normal[y * nu + x] = (float4)(area > 0.0f ? n / area : (float3)(0.0f, 0.0f, 1.0f), 0.0f);
}
