// Generalised UniFrac between microbiome samples: distances along stripes of the matrix, from the
// shares of each sample below every branch of the phylogeny (rows stored twice over, no wrap needed).
__kernel void unifrac_stripes(__global const double *restrict embedded,     // nbranches x 2 nsamples
                              __global const double *restrict branch_length,
                              __global double *restrict dist,               // nstripes x nsamples
                              const int nsamples,
                              const int nbranches,
                              const float alpha)
{
    const int k = get_global_id(0);
    const int stripe = get_global_id(1);
    if (k >= nsamples)
        return;

    const double power = alpha;
    double part = 0.0;
    double total = 0.0;
    for (int b = 0; b < nbranches; b++) {
        __global const double *row = embedded + (size_t)b * 2 * nsamples;
        const double u = row[k];
        const double v = row[k + stripe + 1];
        const double both = u + v;
        if (both > 0.0) {
            const double scaled = pow(both, power) * branch_length[b];
            part += scaled * (fabs(u - v) / both);
            total += scaled;
        }
    }
    dist[(size_t)stripe * nsamples + k] = total > 0.0 ? part / total : 0.0;
}
