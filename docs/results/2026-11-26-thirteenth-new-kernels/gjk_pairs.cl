// Distances of pairs of convex hulls by the Gilbert-Johnson-Keerthi algorithm: the narrow phase of a rigid body engine (geometry).
typedef struct {
    float4 position;
    float4 rotation;                              // unit quaternion
    int first_vertex;
    int n_vertices;
    float margin;
    int material;
} Body;

float3 rotate_by(float4 q, float3 v)
{
    float3 u = q.xyz;
    return v + 2.0f * cross(u, cross(u, v) + q.w * v);
}

float3 support(global const Body *body, global const float4 *vertex, float3 direction)
{
    float4 q = body->rotation;
    float3 d = rotate_by((float4)(-q.xyz, q.w), direction);
    int best = body->first_vertex, end = best + body->n_vertices;
    float top = -INFINITY;
    for (int i = best; i < end; i++) {
        float h = dot(vertex[i].xyz, d);
        if (h > top) {
            top = h;
            best = i;
        }
    }
    return rotate_by(q, vertex[best].xyz) + body->position.xyz;
}

float3 on_segment(float3 *w, int *n)
{
    float3 a = w[0], ab = w[1] - w[0];
    float t = -dot(a, ab), l = dot(ab, ab);
    if (t <= 0.0f) { *n = 1; return a; }
    if (t >= l) { *n = 1; w[0] = w[1]; return w[0]; }
    return a + ab * (t / l);
}

float3 on_triangle(float3 *w, int *n)
{
    float3 a = w[0], b = w[1], c = w[2], ab = b - a, ac = c - a;
    float d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0.0f && d2 <= 0.0f) { *n = 1; return a; }
    float d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0.0f && d4 <= d3) { *n = 1; w[0] = b; return b; }
    float vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) { *n = 2; return a + ab * (d1 / (d1 - d3)); }
    float d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0.0f && d5 <= d6) { *n = 1; w[0] = c; return c; }
    float vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) { *n = 2; w[1] = c; return a + ac * (d2 / (d2 - d6)); }
    float va = d3 * d6 - d5 * d4, e = d4 - d3, f = d5 - d6;
    if (va <= 0.0f && e >= 0.0f && f >= 0.0f) { *n = 2; w[0] = b; w[1] = c; return b + (c - b) * (e / (e + f)); }
    *n = 3;
    return a + (ab * vb + ac * vc) / (va + vb + vc);
}

float3 on_tetrahedron(float3 *w, int *n)
{
    const int corner[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    float3 result = (float3)(0.0f), kept[3];
    float least = INFINITY;
    int n_kept = 4;
    for (int i = 0; i < 4; i++) {
        float3 a = w[corner[i][0]], b = w[corner[i][1]], c = w[corner[i][2]], d = w[corner[i][3]];
        float3 normal = cross(b - a, c - a);
        if (-dot(normal, a) * dot(normal, d - a) > 0.0f)
            continue;                             // the origin is on the inner side
        float3 face[3] = {a, b, c};
        int m = 3;
        float3 v = on_triangle(face, &m);
        float vv = dot(v, v);
        if (vv < least) {
            least = vv;
            result = v;
            n_kept = m;
            for (int j = 0; j < 3; j++) kept[j] = face[j];
        }
    }
    if (n_kept < 4)
        for (int j = 0; j < 3; j++) w[j] = kept[j];
    *n = n_kept;
    return result;
}

kernel void gjk_pairs(global const Body *body, global const float4 *vertex, global const int2 *pair, int n_pairs,
                      int max_iterations, float tolerance, global float4 *gap, global int *iterations)
{
    int i = get_global_id(0);
    if (i >= n_pairs)
        return;
    global const Body *a = body + pair[i].x, *b = body + pair[i].y;
    float3 w[4];
    float3 v = a->position.xyz - b->position.xyz;
    w[0] = support(a, vertex, -v) - support(b, vertex, v);
    v = w[0];
    int n = 1, round = 0;
    for (; round < max_iterations; round++) {
        float vv = dot(v, v);
        if (vv < 1e-8f)
            break;
        float3 s = support(a, vertex, -v) - support(b, vertex, v);
        if (vv - dot(v, s) <= tolerance * vv)
            break;                                // no vertex is nearer in this direction
        w[n++] = s;
        float3 better = n == 2 ? on_segment(w, &n) : n == 3 ? on_triangle(w, &n) : on_tetrahedron(w, &n);
        if (!(dot(better, better) < vv))
            break;                                // rounding: no progress any more
        v = better;
        if (n == 4)
            break;                                // the origin is inside: they overlap
    }
    float distance = length(v) - a->margin - b->margin;
    gap[i] = (float4)(v, distance);
    iterations[i] = round;
}
