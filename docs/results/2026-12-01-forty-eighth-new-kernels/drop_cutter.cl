// Computer-aided machining: how deep a ball-nosed cutter can go at each point of a raster of tool paths over a triangle mesh (drop cutter):
// an item is one point. It tests the facets, edges and corners of the triangles in the cells of a grid that the cutter covers.
//   vertex     x, y, z, 0 (mm)
//   triangle   its three vertices, 0
//   summit     of each triangle: largest z
//   cell_begin ncx * ncy + 1: first of each cell in `within`
//   within     triangles that overlap the cell
//   tip        ny x nx: z of the cutter's lowest point
//   touch      ny x nx: what it rests on: 0 nothing, 1 facet, 2 edge, 3 corner
//   nx, ny, ncx, ncy, pitch (of the points), side (of the cells), radius, bed (lowest z)

__kernel void drop_cutter(__global const float4 *restrict vertex,
                          __global const int4 *restrict triangle,
                          __global const float *restrict summit,
                          __global const int *restrict cell_begin,
                          __global const int *restrict within,
                          __global float *restrict tip,
                          __global uchar *restrict touch,
                          const int nx,
                          const int ny,
                          const int ncx,
                          const int ncy,
                          const float pitch,
                          const float side,
                          const float radius,
                          const float bed)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    const float2 at = (float2)(x * pitch, y * pitch);
    const int cx0 = clamp((int)floor((at.x - radius) / side), 0, ncx - 1);
    const int cx1 = clamp((int)floor((at.x + radius) / side), 0, ncx - 1);
    const int cy0 = clamp((int)floor((at.y - radius) / side), 0, ncy - 1);
    const int cy1 = clamp((int)floor((at.y + radius) / side), 0, ncy - 1);
    const float square = radius * radius;
    float z = bed;
    int kind = 0;
    for (int cy = cy0; cy <= cy1; cy++)
        for (int cx = cx0; cx <= cx1; cx++) {
            const int end = cell_begin[cy * ncx + cx + 1];
            for (int k = cell_begin[cy * ncx + cx]; k < end; k++) {
                const int t = within[k];
                if (summit[t] <= z)                                        // the tip is never above what it rests on
                    continue;
                const int4 of = triangle[t];
                const float4 corner[3] = {vertex[of.x], vertex[of.y], vertex[of.z]};
                float4 n = cross(corner[1] - corner[0], corner[2] - corner[0]);
                n *= n.z < 0.0f ? -1.0f : 1.0f;
                const float size = length(n);
                if (n.z > 1e-5f * size) {
                    n /= size;
                    const float2 foot = at - radius * n.xy;
                    bool inside = true;
                    float turn = 0.0f;
                    for (int e = 0; e < 3; e++) {
                        const float2 a = corner[e].xy;
                        const float2 way = corner[e == 2 ? 0 : e + 1].xy - a;
                        const float s = way.x * (foot.y - a.y) - way.y * (foot.x - a.x);
                        inside = inside && s * turn >= 0.0f;
                        turn = s;
                    }
                    if (inside) {
                        const float2 off = foot - corner[0].xy;
                        const float h = corner[0].z - dot(off, n.xy) / n.z + radius * n.z - radius;
                        if (h > z) {
                            z = h;
                            kind = 1;
                        }
                        continue;                                          // a facet that is touched hides its rim
                    }
                }
                for (int e = 0; e < 3; e++) {
                    const float4 a = corner[e];
                    const float4 way = corner[e == 2 ? 0 : e + 1] - a;
                    const float2 off = at - a.xy;
                    const float apart = dot(off, off);
                    if (apart < square) {
                        const float h = a.z + sqrt(square - apart) - radius;
                        if (h > z) {
                            z = h;
                            kind = 3;
                        }
                    }
                    const float along = length(way.xy);
                    if (along < 1e-6f)
                        continue;
                    const float2 u = way.xy / along;
                    const float d = off.x * u.y - off.y * u.x;
                    const float rest = square - d * d;
                    if (rest <= 0.0f)
                        continue;
                    const float slope = way.z / along;
                    const float slant = sqrt(1.0f + slope * slope);
                    const float r = sqrt(rest);
                    const float s = dot(off, u);
                    const float foot = s + r * slope / slant;
                    const float h = a.z + slope * s + r * slant - radius;
                    if (foot >= 0.0f && foot <= along && h > z) {
                        z = h;
                        kind = 2;
                    }
                }
            }
        }
    tip[y * nx + x] = z;
    touch[y * nx + x] = kind;
}
