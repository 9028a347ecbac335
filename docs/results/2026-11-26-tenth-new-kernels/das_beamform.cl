// Ultrasound plane-wave compounding by delay and sum of baseband (IQ) samples, 16 bit; dynamic
// aperture with a Hann window, linear interpolation, phase rotation. Envelope in dB out.
__kernel void das_beamform(__global const short2 *restrict iq, __global const float2 *restrict angle_cs,
                           __global float *restrict image,
                           const int width, const int depth, const int n_angles, const int n_elem,
                           const int n_samples, const float dx, const float dz, const float z0,
                           const float pitch, const float fs_over_c, const float omega_over_fs,
                           const float f_number)
{
    const int ix = get_global_id(0), iz = get_global_id(1);
    if (ix >= width || iz >= depth)
        return;
    const float x = ((float)ix - 0.5f * (float)(width - 1)) * dx;
    const float z = z0 + (float)iz * dz;
    const float half_ap = 0.5f * z / f_number;
    const float centre = 0.5f * (float)(n_elem - 1);
    const int e_lo = max((int)ceil((x - half_ap) / pitch + centre), 0);
    const int e_hi = min((int)floor((x + half_ap) / pitch + centre), n_elem - 1);
    const float window = 3.14159265f / half_ap;

    float2 acc = (float2)(0.0f);
    for (int a = 0; a < n_angles; a++) {
        const float2 cs = angle_cs[a];
        const float transmit = z * cs.x + x * cs.y;
        __global const short2 *channel = iq + ((size_t)a * n_elem + e_lo) * n_samples;
        for (int e = e_lo; e <= e_hi; e++, channel += n_samples) {
            const float d = ((float)e - centre) * pitch - x;
            const float when = (transmit + sqrt(z * z + d * d)) * fs_over_c;
            const int k = (int)when;
            if (when < 0.0f || k >= n_samples - 1)
                continue;
            const float w = when - (float)k;
            const float2 s0 = convert_float2(channel[k]), s1 = convert_float2(channel[k + 1]);
            const float2 s = s0 + (s1 - s0) * w;
            float c;
            const float sn = sincos(when * omega_over_fs, &c);
            const float apod = 0.5f + 0.5f * cos(d * window);
            acc.x += apod * (s.x * c - s.y * sn);
            acc.y += apod * (s.x * sn + s.y * c);
        }
    }
    const float n = (float)(n_angles * max(e_hi - e_lo + 1, 1));
    const float power = (acc.x * acc.x + acc.y * acc.y) / (n * n);
    image[iz * width + ix] = 10.0f * log10(power + 1.0f);
}
