/* Surface area of an isosurface in a CT volume by marching tetrahedra: each cell is cut into six tetrahedra around its
 * main diagonal, each of which yields no, one or two triangles. Per cell: the count of triangles and their area. */

__constant uchar TETS[6][4] = {
    { 0, 1, 3, 7 }, { 0, 3, 2, 7 }, { 0, 2, 6, 7 }, { 0, 6, 4, 7 }, { 0, 4, 5, 7 }, { 0, 5, 1, 7 }
};

static float3 cut(float3 p, float3 q, float a, float b)
{
    const float t = a / (a - b);
    return p + (q - p) * t;
}

static float triangle_area(float3 a, float3 b, float3 c)
{
    return 0.5f * length(cross(b - a, c - a));
}

__kernel void marching_tets(__global const short *volume, __global uchar *triangles, __global float *area, int nx, int ny,
                            int nz, float iso, float sx, float sy, float sz)
{
    const int x = get_global_id(0);
    const int yz = get_global_id(1);
    const int cells_y = ny - 1;
    const int y = yz % cells_y, z = yz / cells_y;
    if (x >= nx - 1 || z >= nz - 1)
        return;

    float value[8];
    int below = 0;
    for (int k = 0; k < 8; k++) {
        const int at = (x + (k & 1)) + nx * ((y + ((k >> 1) & 1)) + ny * (z + (k >> 2)));
        value[k] = (float)volume[at] - iso;
        below |= (value[k] < 0.0f) << k;
    }

    const int cell = x + (nx - 1) * (y + cells_y * z);
    if (below == 0 || below == 255) {
        triangles[cell] = 0;
        area[cell] = 0.0f;
        return;
    }

    int count = 0;
    float sum = 0.0f;
    for (int t = 0; t < 6; t++) {
        float3 in[4], out[4];
        float vin[4], vout[4];
        int n = 0, m = 0;
        for (int k = 0; k < 4; k++) {
            const int c = TETS[t][k];
            const float3 p = (float3)((c & 1) ? sx : 0.0f, (c & 2) ? sy : 0.0f, (c & 4) ? sz : 0.0f);
            if (value[c] < 0.0f) {
                in[n] = p;
                vin[n++] = value[c];
            } else {
                out[m] = p;
                vout[m++] = value[c];
            }
        }
        switch (n) {
        case 1:
            sum += triangle_area(cut(in[0], out[0], vin[0], vout[0]), cut(in[0], out[1], vin[0], vout[1]),
                                 cut(in[0], out[2], vin[0], vout[2]));
            count++;
            break;
        case 2: {
            const float3 a = cut(in[0], out[0], vin[0], vout[0]), b = cut(in[0], out[1], vin[0], vout[1]);
            const float3 c = cut(in[1], out[1], vin[1], vout[1]), d = cut(in[1], out[0], vin[1], vout[0]);
            sum += triangle_area(a, b, c) + triangle_area(a, c, d);
            count += 2;
            break;
        }
        case 3:
            sum += triangle_area(cut(in[0], out[0], vin[0], vout[0]), cut(in[1], out[0], vin[1], vout[0]),
                                 cut(in[2], out[0], vin[2], vout[0]));
            count++;
            break;
        default:
            break;
        }
    }
    triangles[cell] = (uchar)count;
    area[cell] = sum;
}
