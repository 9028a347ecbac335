// Proteomics search: hyperscore (X!Tandem) of candidate peptides against their spectra. One candidate per work-item; its singly
// charged b and y ions are looked up in the sorted peak list with a tolerance in ppm.
#define PROTON 1.00727646f
#define WATER 18.0105647f

__constant float RESIDUE[26] = {
    71.03711f, 0.0f, 160.03065f, 115.02694f, 129.04259f, 147.06841f, 57.02146f, 137.05891f, 113.08406f, 0.0f,
    128.09496f, 113.08406f, 131.04049f, 114.04293f, 0.0f, 97.05276f, 128.05858f, 156.10111f, 87.03203f, 101.04768f,
    0.0f, 99.06841f, 186.07931f, 0.0f, 163.06333f, 0.0f};

// strongest peak within the tolerance, or 0
float find_peak(global const float2* peaks, int lo, const int end, const float mz, const float ppm) {
    const float delta = mz * ppm * 1e-6f;
    int hi = end;
    while (lo < hi) {
        const int mid = (lo + hi) >> 1;
        if (peaks[mid].x < mz - delta)
            lo = mid + 1;
        else
            hi = mid;
    }
    float best = 0.0f;
    for (; lo < end && peaks[lo].x <= mz + delta; ++lo)
        best = fmax(best, peaks[lo].y);
    return best;
}

kernel void peptide_hyperscore(global const uchar* sequence, global const int* seq_begin, global const int* spectrum_of,
                               global const float2* peaks, global const int* peaks_begin, global float* score,
                               global uchar2* matched, const int candidates, const float ppm) {
    const int id = get_global_id(0);
    if (id >= candidates)
        return;

    const int first = seq_begin[id], last = seq_begin[id + 1];
    const int spectrum = spectrum_of[id];
    const int from = peaks_begin[spectrum], to = peaks_begin[spectrum + 1];

    float mass = WATER;
    for (int i = first; i < last; ++i)
        mass += RESIDUE[sequence[i] - 'A'];

    float prefix = 0.0f, intensity = 0.0f;
    int nb = 0, ny = 0;
    for (int i = first; i < last - 1; ++i) {
        prefix += RESIDUE[sequence[i] - 'A'];
        const float b = find_peak(peaks, from, to, prefix + PROTON, ppm);
        const float y = find_peak(peaks, from, to, mass - prefix + PROTON, ppm);
        nb += b > 0.0f;
        ny += y > 0.0f;
        intensity += b + y;
    }
    score[id] = intensity > 0.0f ? log(intensity) + lgamma(nb + 1.0f) + lgamma(ny + 1.0f) : 0.0f;
    matched[id] = (uchar2)(nb, ny);
}
