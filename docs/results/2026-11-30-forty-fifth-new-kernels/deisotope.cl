// Peaks of mass spectra that belong to one another as isotopes (as in Deisotoper of OpenMS and in Hardklör): an item is one peak. For each
// charge it looks for the following peaks at the isotopes' distance, compares them with the pattern of an average peptide of that mass
// (Senko et al. 1995), and asks whether an earlier peak would explain this one. The best charge wins.
//   mz         of each peak, ascending within a spectrum
//   intensity  of each peak
//   spectrum   of each peak
//   begin      first peak of each spectrum, nspectra + 1 of them
//   pattern    of each step of 100 Da: ISOTOPES intensities, sum of squares 1
//   charge     of each peak: charge, 0 if none fits
//   fit        of each peak: cosine with the pattern, sum of the intensities of its isotopes
//   npeaks, highest (charge), nmasses (of pattern), ppm (of the mass, allowed), enough (cosine, to be taken)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ISOTOPES 6
#define NEUTRON 1.0033548378
#define PROTON 1.00727646688

__kernel void deisotope(__global const double *restrict mz,
                        __global const float *restrict intensity,
                        __global const int *restrict spectrum,
                        __global const int *restrict begin,
                        __global const float *restrict pattern,
                        __global uchar *restrict charge,
                        __global float2 *restrict fit,
                        const int npeaks,
                        const int highest,
                        const int nmasses,
                        const float ppm,
                        const float enough)
{
    const int id = get_global_id(0);
    if (id >= npeaks)
        return;
    const int from = begin[spectrum[id]];
    const int end = begin[spectrum[id] + 1];
    const double own = mz[id];
    const double off = own * (double)ppm * 1e-6;
    const float high = intensity[id];
    int best_charge = 0;
    float best = enough;
    float best_sum = high;
    for (int z = highest; z >= 1; z--) {
        const double mass = (own - PROTON) * z;
        const int step = min((int)(mass * 0.01), nmasses - 1);
        __global const float *expected = pattern + step * ISOTOPES;
        float dot = high * expected[0];
        float square = high * high;
        float sum = high;
        int found = 1;
        int at = id + 1;
        for (int k = 1; k < ISOTOPES; k++) {
            const double target = own + k * (NEUTRON / z);
            while (at < end && mz[at] < target - off)
                at++;
            float tallest = 0.0f;
            while (at < end && mz[at] <= target + off)
                tallest = fmax(tallest, intensity[at++]);
            if (tallest <= 0.0f)
                break;
            dot += tallest * expected[k];
            square += tallest * tallest;
            sum += tallest;
            found++;
        }
        if (found < (mass > 1800.0 ? 3 : 2))
            continue;
        const float cosine = dot * rsqrt(square);
        if (cosine <= best)
            continue;
        const double target = own - NEUTRON / z;                           // what would have this peak as its second isotope
        int low = from;
        int up = id;
        while (low < up) {
            const int middle = (low + up) >> 1;
            if (mz[middle] < target - off)
                low = middle + 1;
            else
                up = middle;
        }
        float before = 0.0f;
        for (; low < id && mz[low] <= target + off; low++)
            before = fmax(before, intensity[low]);
        if (before * expected[1] > 0.5f * high * expected[0])
            continue;
        best = cosine;
        best_charge = z;
        best_sum = sum;
    }
    charge[id] = (uchar)best_charge;
    fit[id] = (float2)(best_charge ? best : 0.0f, best_sum);
}
