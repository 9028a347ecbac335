// Molecular dynamics, bonded forces (CHARMM/AMBER force fields as in OpenMM): one thread a torsion. Proper ones are a
// Fourier series whose number of terms depends on the type, improper ones (no terms) are harmonic in the wrapped angle.
// The four forces go to slots of their own and are gathered later.
#define PI_F 3.14159265358979f

inline float3 minimum_image(float3 d, float3 box, float3 inv) { return d - box * rint(d * inv); }

kernel void md_torsions(int n_torsions, float box_x, float box_y, float box_z,
                        global const int4 *restrict atoms, global const int *restrict type,
                        global const int *restrict term_first, global const int *restrict term_fold,
                        global const float2 *restrict term_k_phase, global const float2 *restrict harmonic,
                        global const float4 *restrict xq, global float4 *restrict force_slot,
                        global float *restrict energy)
{
    const uint tid = get_global_id(0);
    if (tid >= n_torsions) return;

    const float3 box = (float3)(box_x, box_y, box_z), inv = 1.0f / box;
    const int4 ijkl = atoms[tid];
    const float3 xi = xq[ijkl.x].xyz, xj = xq[ijkl.y].xyz, xk = xq[ijkl.z].xyz, xl = xq[ijkl.w].xyz;
    const float3 r_ij = minimum_image(xi - xj, box, inv);
    const float3 r_kj = minimum_image(xk - xj, box, inv);
    const float3 r_kl = minimum_image(xk - xl, box, inv);

    const float3 m = cross(r_ij, r_kj), n = cross(r_kj, r_kl);
    const float kj2 = dot(r_kj, r_kj), inv_kj = rsqrt(kj2), kj = kj2 * inv_kj;
    const float phi = atan2(kj * dot(r_ij, n), dot(m, n));

    const int t = type[tid];
    float e = 0.0f, dphi = 0.0f;
    const int first = term_first[t], last = term_first[t + 1];
    if (first == last) {
        const float2 p = harmonic[t];
        const float d = fmod(phi - p.y + 3.0f * PI_F, 2.0f * PI_F) - PI_F;
        e = 0.5f * p.x * d * d;
        dphi = p.x * d;
    } else {
        for (int a = first; a < last; ++a) {
            const float2 p = term_k_phase[a];
            const float fold = (float)term_fold[a];
            float c;
            const float s = sincos(fold * phi - p.y, &c);
            e += p.x * (1.0f + c);
            dphi -= p.x * fold * s;
        }
    }
    energy[tid] = e;

    const float3 f_i = (-dphi * kj / dot(m, m)) * m;
    const float3 f_l = (dphi * kj / dot(n, n)) * n;
    const float p = dot(r_ij, r_kj) / kj2, q = dot(r_kl, r_kj) / kj2;
    const float3 s = p * f_i - q * f_l;
    force_slot[4 * tid + 0] = (float4)(f_i, 0.0f);
    force_slot[4 * tid + 1] = (float4)(s - f_i, 0.0f);
    force_slot[4 * tid + 2] = (float4)(-s - f_l, 0.0f);
    force_slot[4 * tid + 3] = (float4)(f_l, 0.0f);
}
