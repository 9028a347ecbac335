// Corrected MacCormack advection of colour and density through a velocity grid, with a midpoint trace and a limiter (fluids in graphics).
float4 trilinear(global const float4 *field, float3 at, int nx, int ny, int nz, int *corner)
{
    float3 p = clamp(at, (float3)(0.0f), (float3)((float)(nx - 1), (float)(ny - 1), (float)(nz - 1)));
    int x = min((int)p.x, nx - 2), y = min((int)p.y, ny - 2), z = min((int)p.z, nz - 2);
    float3 f = p - (float3)((float)x, (float)y, (float)z);
    int c = (z * ny + y) * nx + x, dy = nx, dz = nx * ny;
    *corner = c;
    float4 low = mix(mix(field[c], field[c + 1], f.x), mix(field[c + dy], field[c + dy + 1], f.x), f.y);
    float4 high = mix(mix(field[c + dz], field[c + dz + 1], f.x),
                      mix(field[c + dz + dy], field[c + dz + dy + 1], f.x), f.y);
    return mix(low, high, f.z);
}

kernel void advect_mac(global const float4 *velocity, global const float4 *field, global const float4 *forward,
                       global const float4 *back, int nx, int ny, int nz, float dt, float decay,
                       global float4 *result)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz)
        return;
    int at = (z * ny + y) * nx + x, corner;
    float3 here = (float3)((float)x, (float)y, (float)z);
    float3 middle = here - 0.5f * dt * velocity[at].xyz;
    float3 from = here - dt * trilinear(velocity, middle, nx, ny, nz, &corner).xyz;
    float4 plain = trilinear(field, from, nx, ny, nz, &corner);

    // half of the error of going there and back corrects the result ...
    float4 value = forward[at] + 0.5f * (field[at] - back[at]);
    // ... unless it leaves the range of the eight values around the departure point
    int dy = nx, dz = nx * ny;
    float4 low = field[corner], high = low;
    for (int k = 1; k < 8; k++) {
        float4 v = field[corner + (k & 1) + (k >> 1 & 1) * dy + (k >> 2) * dz];
        low = fmin(low, v);
        high = fmax(high, v);
    }
    int4 outside = (value < low) | (value > high);
    result[at] = select(value, plain, outside) * decay;
}
