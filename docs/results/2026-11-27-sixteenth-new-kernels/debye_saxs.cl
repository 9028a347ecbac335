// Crystallography: Debye small-angle scattering, row sums over atom tiles held in local memory.
__kernel void debye_saxs(__global const float4 *atoms, __global float *partial,
                         __local float4 *tile, __local float *scratch,
                         const int n_atoms, const float q_first, const float q_step)
{
    const int i = get_global_id(0);
    const int iq = get_global_id(1);
    const int lid = get_local_id(0), size = get_local_size(0);
    const float q = q_first + q_step * (float)iq;
    const float4 mine = i < n_atoms ? atoms[i] : (float4)(0.0f);
    float sum = 0.0f;

    for (int start = 0; start < n_atoms; start += size) {
        tile[lid] = start + lid < n_atoms ? atoms[start + lid] : (float4)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int count = min(size, n_atoms - start);
        for (int k = 0; k < count; ++k) {
            const float4 o = tile[k];
            const float3 d = mine.xyz - o.xyz;
            const float x = q * sqrt(dot(d, d));
            const float sinc = x > 1e-3f ? sin(x) / x : 1.0f - x * x * (1.0f / 6.0f);
            sum += o.w * sinc;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    scratch[lid] = sum * mine.w * exp(-0.5f * q * q * 0.04f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = size / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size)
            scratch[lid] += scratch[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[iq * get_num_groups(0) + get_group_id(0)] = scratch[0];
}
