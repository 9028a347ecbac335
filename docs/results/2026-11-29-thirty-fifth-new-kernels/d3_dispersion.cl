// D3 dispersion energy of a molecule (Becke-Johnson damping), an atom a work-item: C6 of each pair drawn
// from reference systems weighted by how near their coordination numbers are.
#define MAX_REF 5

__kernel void d3_dispersion(__global const float4 *restrict atom,       // place in bohr, coordination number
                            __global const uchar *restrict element,
                            __global const uchar *restrict nref,        // of each element
                            __global const float *restrict ref_cn,      // nelements x MAX_REF
                            __global const float *restrict ref_c6,      // nelements^2 x MAX_REF x MAX_REF
                            __global const float *restrict r2r4,
                            __global float *restrict energy,
                            const int natoms,
                            const int nelements,
                            const float cutoff2,
                            const float s8,
                            const float a1,
                            const float a2)
{
    const int i = get_global_id(0);
    if (i >= natoms)
        return;
    const float4 me = atom[i];
    const int ei = element[i];
    const int ni = nref[ei];
    float wi[MAX_REF];
    float si = 0.0f;
    for (int a = 0; a < ni; a++) {
        const float d = me.w - ref_cn[ei * MAX_REF + a];
        wi[a] = exp(-4.0f * d * d) + 1e-20f;
        si += wi[a];
    }

    float sum = 0.0f;
    for (int j = 0; j < natoms; j++) {
        const float4 it = atom[j];
        const float dx = it.x - me.x;
        const float dy = it.y - me.y;
        const float dz = it.z - me.z;
        const float r2 = dx * dx + dy * dy + dz * dz;
        if (j == i || r2 > cutoff2)
            continue;
        const int ej = element[j];
        __global const float *c6 = ref_c6 + (ei * nelements + ej) * MAX_REF * MAX_REF;
        float z = 0.0f;
        float norm = 0.0f;
        for (int b = 0; b < nref[ej]; b++) {
            const float d = it.w - ref_cn[ej * MAX_REF + b];
            const float w = exp(-4.0f * d * d) + 1e-20f;
            float row = 0.0f;
            for (int a = 0; a < ni; a++)
                row = fma(wi[a], c6[a * MAX_REF + b], row);
            z = fma(w, row, z);
            norm += w;
        }
        const float c = z / (norm * si);
        const float ratio = 3.0f * r2r4[ei] * r2r4[ej];
        const float r0 = a1 * sqrt(ratio) + a2;
        const float r02 = r0 * r0;
        const float r06 = r02 * r02 * r02;
        const float r6 = r2 * r2 * r2;
        sum += c / (r6 + r06) + s8 * c * ratio / (r6 * r2 + r06 * r02);
    }
    energy[i] = -0.5f * sum;
}
