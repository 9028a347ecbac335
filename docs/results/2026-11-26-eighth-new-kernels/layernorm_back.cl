// Training of transformers (llm.c): backward pass of layer normalisation. A group goes through rows get_group_id,
// + groups, ...; two sums a row by a tree in local memory, then dx; dgamma and dbeta are summed up in the group's own
// rows of partial sums, which another kernel adds.
__kernel void layernorm_back(__global const float4* restrict x, __global const float4* restrict dy,
                             __global const float4* restrict gamma, __global const float* restrict mean,
                             __global const float* restrict rstd, __global float4* restrict dx,
                             __global float4* restrict dgamma_part, __global float4* restrict dbeta_part,
                             __local float2* scratch, int rows, int C4)
{
    const int lid = get_local_id(0), L = get_local_size(0);
    __global float4* dg = dgamma_part + get_group_id(0) * C4;
    __global float4* db = dbeta_part + get_group_id(0) * C4;
    for (int c = lid; c < C4; c += L) {
        dg[c] = 0.0f;
        db[c] = 0.0f;
    }
    const float inv_c = 1.0f / (float)(4 * C4);

    for (int row = get_group_id(0); row < rows; row += get_num_groups(0)) {
        __global const float4* xr = x + (size_t)row * C4;
        __global const float4* dyr = dy + (size_t)row * C4;
        const float mu = mean[row], rs = rstd[row];

        float2 part = (float2)(0.0f, 0.0f);
        for (int c = lid; c < C4; c += L) {
            const float4 xhat = (xr[c] - mu) * rs;
            const float4 d = dyr[c];
            const float4 g = d * gamma[c];
            part.x += dot(g, (float4)(1.0f));
            part.y += dot(g, xhat);
            dg[c] += d * xhat;
            db[c] += d;
        }
        scratch[lid] = part;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = L / 2; s > 0; s >>= 1) {
            if (lid < s) scratch[lid] += scratch[lid + s];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const float2 total = scratch[0] * inv_c;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int c = lid; c < C4; c += L) {
            const float4 xhat = (xr[c] - mu) * rs;
            dx[(size_t)row * C4 + c] = rs * (dyr[c] * gamma[c] - total.x - xhat * total.y);
        }
    }
}
