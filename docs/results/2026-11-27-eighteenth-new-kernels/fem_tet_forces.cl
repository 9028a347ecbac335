/* Explicit finite elements: internal forces of linear tetrahedra with a St. Venant-Kirchhoff material, element by element
 * from the gathered corner positions, scattered to the nodes by atomic additions. */

void add_to(volatile __global float *address, float value)
{
    volatile __global uint *word = (volatile __global uint *)address;
    uint seen = *word, expected;
    do {
        expected = seen;
        seen = atomic_cmpxchg(word, expected, as_uint(as_float(expected) + value));
    } while (seen != expected);
}

__kernel void fem_tet_forces(__global const int4 *tets, __global const float4 *rest, __global const uchar *material,
                             __global const float2 *lame, __global const float4 *position, __global float *force,
                             int tet_count)
{
    const int t = get_global_id(0);
    if (t >= tet_count)
        return;

    const int4 node = tets[t];
    const float3 origin = position[node.x].xyz;
    const float3 a = position[node.y].xyz - origin;
    const float3 b = position[node.z].xyz - origin;
    const float3 c = position[node.w].xyz - origin;

    /* rows of the inverse rest shape, the volume in the first one's w */
    const float4 r0 = rest[3 * t], r1 = rest[3 * t + 1], r2 = rest[3 * t + 2];
    const float volume = r0.w;

    /* columns of the deformation gradient */
    const float3 f0 = a * r0.x + b * r1.x + c * r2.x;
    const float3 f1 = a * r0.y + b * r1.y + c * r2.y;
    const float3 f2 = a * r0.z + b * r1.z + c * r2.z;

    const float e00 = 0.5f * (dot(f0, f0) - 1.0f), e11 = 0.5f * (dot(f1, f1) - 1.0f), e22 = 0.5f * (dot(f2, f2) - 1.0f);
    const float e01 = 0.5f * dot(f0, f1), e02 = 0.5f * dot(f0, f2), e12 = 0.5f * dot(f1, f2);

    const float2 m = lame[material[t]];
    const float pressure = m.x * (e00 + e11 + e22);
    const float s00 = pressure + 2.0f * m.y * e00, s11 = pressure + 2.0f * m.y * e11, s22 = pressure + 2.0f * m.y * e22;
    const float s01 = 2.0f * m.y * e01, s02 = 2.0f * m.y * e02, s12 = 2.0f * m.y * e12;

    const float3 p0 = f0 * s00 + f1 * s01 + f2 * s02;
    const float3 p1 = f0 * s01 + f1 * s11 + f2 * s12;
    const float3 p2 = f0 * s02 + f1 * s12 + f2 * s22;

    float3 corner[4];
    corner[1] = -volume * (p0 * r0.x + p1 * r0.y + p2 * r0.z);
    corner[2] = -volume * (p0 * r1.x + p1 * r1.y + p2 * r1.z);
    corner[3] = -volume * (p0 * r2.x + p1 * r2.y + p2 * r2.z);
    corner[0] = -(corner[1] + corner[2] + corner[3]);

    const int ids[4] = { node.x, node.y, node.z, node.w };
    for (int k = 0; k < 4; k++) {
        volatile __global float *f = force + 3 * ids[k];
        add_to(f, corner[k].x);
        add_to(f + 1, corner[k].y);
        add_to(f + 2, corner[k].z);
    }
}
