/* MRI reconstruction: the matrix Q for a non-Cartesian trajectory. Each work-item has four voxels; the samples of
 * k-space (kx, ky, kz, |phi|^2) are staged in local memory by chunks. */
#define CHUNK 128
#define TWO_PI 6.2831853071795864769f

__kernel void mriq_voxels(__global const float4 *restrict samples, __global const float4 *restrict x,
                          __global const float4 *restrict y, __global const float4 *restrict z,
                          __global float4 *restrict q_real, __global float4 *restrict q_imag,
                          const int sample_count, const int quads)
{
    __local float4 staged[CHUNK];
    const int lid = get_local_id(0), lanes = get_local_size(0), gid = get_global_id(0);
    const int at = min(gid, quads - 1);
    const float4 px = x[at] * TWO_PI, py = y[at] * TWO_PI, pz = z[at] * TWO_PI;

    float4 re = (float4)(0.0f), im = (float4)(0.0f);
    for (int base = 0; base < sample_count; base += CHUNK) {
        const int here = min(CHUNK, sample_count - base);
        for (int i = lid; i < here; i += lanes)
            staged[i] = samples[base + i];
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int i = 0; i < here; i++) {
            const float4 k = staged[i];
            const float4 angle = mad(px, (float4)(k.x), mad(py, (float4)(k.y), pz * k.z));
            float4 c;
            const float4 s = sincos(angle, &c);
            re = mad((float4)(k.w), c, re);
            im = mad((float4)(k.w), s, im);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (gid < quads) {
        q_real[gid] = re;
        q_imag[gid] = im;
    }
}
