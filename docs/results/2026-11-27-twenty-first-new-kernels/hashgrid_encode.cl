// Neural radiance field inference: multiresolution hash encoding, two half features per level, trilinear interpolation.
// global = (points, levels); features are written level-major so that the MLP reads them in columns.

uint grid_index(uint x, uint y, uint z, uint resolution, uint mask)
{
    const uint side = resolution + 1;
    if (side * side * side <= mask + 1)
        return x + side * (y + side * z);
    return (x ^ (y * 2654435761u) ^ (z * 805459861u)) & mask;
}

__kernel void hashgrid_encode(__global const float *restrict points, __global const half *restrict table,
                              __global const int *restrict resolutions, __global half *restrict features,
                              int count, int log2_table)
{
    const int id = get_global_id(0);
    const int level = get_global_id(1);
    if (id >= count)
        return;

    const uint mask = (1u << log2_table) - 1;
    const int resolution = resolutions[level];
    __global const half *base = table + (((size_t)level << log2_table) * 2);

    const float3 p = clamp(vload3(id, points), 0.0f, 0.999999f) * (float)resolution;
    const float3 cell = floor(p);
    const float3 f = p - cell;
    const uint3 c = min(convert_uint3(cell), (uint3)(resolution - 1));

    float2 sum = (float2)(0.0f);
    #pragma unroll
    for (int corner = 0; corner < 8; ++corner) {
        const uint dx = corner & 1, dy = (corner >> 1) & 1, dz = corner >> 2;
        const float w = (dx ? f.x : 1.0f - f.x) * (dy ? f.y : 1.0f - f.y) * (dz ? f.z : 1.0f - f.z);
        const uint at = grid_index(c.x + dx, c.y + dy, c.z + dz, resolution, mask);
        sum += w * vload_half2(at, base);
    }
    vstore_half2_rte(sum, (size_t)level * count + id, features);
}
