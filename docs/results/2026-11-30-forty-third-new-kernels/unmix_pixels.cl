// Linear unmixing of an imaging spectrometer's picture (non-negative least squares with a soft sum to one): an item is one pixel. It
// reads its spectrum once, a whole picture apart for each band, against the spectra of five materials, then descends along one share
// after the other until they settle.
//   cube      nbands x npixels: reflectance in 1/scale, NO_DATA in band 0 where the pixel is masked
//   spectra   nbands x ENDMEMBERS: reflectance of each material
//   gram      ENDMEMBERS x ENDMEMBERS: spectra' spectra + unity
//   share     ENDMEMBERS x npixels
//   misfit    of each pixel: root of the mean square, -1 where masked
//   sweeps    of each pixel
//   nbands, npixels, max_sweeps, scale, unity (weight of the sum to one), tolerance
#define ENDMEMBERS 5
#define NO_DATA 65535

__kernel void unmix_pixels(__global const ushort *restrict cube,
                           __constant float *spectra,
                           __constant float *gram,
                           __global float *restrict share,
                           __global float *restrict misfit,
                           __global uchar *restrict sweeps,
                           const int nbands,
                           const int npixels,
                           const int max_sweeps,
                           const float scale,
                           const float unity,
                           const float tolerance)
{
    const int id = get_global_id(0);
    if (id >= npixels)
        return;
    if (cube[id] == NO_DATA) {
        for (int k = 0; k < ENDMEMBERS; k++)
            share[k * npixels + id] = 0.0f;
        misfit[id] = -1.0f;
        sweeps[id] = 0;
        return;
    }
    float along[ENDMEMBERS] = { 0.0f, 0.0f, 0.0f, 0.0f, 0.0f };
    float square = 0.0f;
    for (int b = 0; b < nbands; b++) {
        const float r = (float)cube[b * npixels + id] / scale;
        square = mad(r, r, square);
        for (int k = 0; k < ENDMEMBERS; k++)
            along[k] = mad(r, spectra[b * ENDMEMBERS + k], along[k]);
    }
    float a[ENDMEMBERS];
    for (int k = 0; k < ENDMEMBERS; k++) {
        along[k] += unity;
        a[k] = 1.0f / ENDMEMBERS;
    }
    int n = 0;
    float moved = tolerance + 1.0f;
    while (n < max_sweeps && moved > tolerance) {
        moved = 0.0f;
        for (int k = 0; k < ENDMEMBERS; k++) {
            float slope = along[k];
            for (int m = 0; m < ENDMEMBERS; m++)
                slope = mad(-gram[k * ENDMEMBERS + m], a[m], slope);
            const float to = fmax(a[k] + slope / gram[k * ENDMEMBERS + k], 0.0f);
            moved = fmax(moved, fabs(to - a[k]));
            a[k] = to;
        }
        n++;
    }
    float left = square + unity;                                          // |x|^2 - 2 a'd + a'Ga, with the sum to one among them
    for (int k = 0; k < ENDMEMBERS; k++) {
        float g = -2.0f * along[k];
        for (int m = 0; m < ENDMEMBERS; m++)
            g = mad(gram[k * ENDMEMBERS + m], a[m], g);
        left = mad(a[k], g, left);
        share[k * npixels + id] = a[k];
    }
    misfit[id] = sqrt(fmax(left, 0.0f) / (float)nbands);
    sweeps[id] = (uchar)min(n, 255);
}
