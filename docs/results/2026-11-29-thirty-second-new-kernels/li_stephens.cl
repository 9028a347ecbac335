// Forward pass of the haplotype copying model of Li and Stephens (genotype imputation): a work-group
// takes one target, spreads the reference haplotypes over its work-items and walks along the sites.
#define WG 64
#define MAX_PER_ITEM 16

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void li_stephens(__global const uint *restrict panel,          // a bit a reference, a row a site
                 __global const uchar *restrict target,        // 0, 1, or 2 where not typed
                 __global const float *restrict recomb,        // chance of a switch before each site
                 __global float *restrict dosage,
                 __global float *restrict loglik,
                 const int nsites,
                 const int nref,
                 const float mismatch)
{
    __local uint row[MAX_PER_ITEM * WG / 32];
    __local float2 part[WG];

    const int lid = get_local_id(0);
    const int hap = get_group_id(0);
    const int words = (nref + 31) / 32;
    const int per_item = (nref + WG - 1) / WG;
    const float share = 1.0f / (float)nref;

    float alpha[MAX_PER_ITEM];
    for (int j = 0; j < per_item; j++)
        alpha[j] = j * WG + lid < nref ? share : 0.0f;

    float scale = 1.0f;
    float ll = 0.0f;
    for (int s = 0; s < nsites; s++) {
        for (int w = lid; w < words; w += WG)
            row[w] = panel[s * words + w];
        barrier(CLK_LOCAL_MEM_FENCE);

        const uint obs = target[hap * nsites + s];
        const float rho = s > 0 ? recomb[s] : 0.0f;
        const float stay = (1.0f - rho) * scale;
        const float jump = rho * share;
        const float e0 = obs == 2 ? 1.0f : obs == 0 ? 1.0f - mismatch : mismatch;
        const float e1 = obs == 2 ? 1.0f : obs == 1 ? 1.0f - mismatch : mismatch;

        float sum = 0.0f, alt = 0.0f;
        for (int j = 0; j < per_item; j++) {
            if (j * WG + lid < nref) {
                const bool allele = row[2 * j + (lid >> 5)] >> (lid & 31) & 1u;
                const float f = (allele ? e1 : e0) * mad(stay, alpha[j], jump);
                alpha[j] = f;
                sum += f;
                alt += allele ? f : 0.0f;
            }
        }

        part[lid] = (float2)(sum, alt);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int step = WG / 2; step > 0; step >>= 1) {
            if (lid < step)
                part[lid] += part[lid + step];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const float2 total = part[0];
        scale = 1.0f / total.x;
        if (lid == 0) {
            dosage[hap * nsites + s] = total.y * scale;
            ll += log(total.x);
        }
    }
    if (lid == 0)
        loglik[hap] = ll;
}
