// Prestack Kirchhoff time migration of a seismic line: every image point sums the traces of its aperture along the
// double-square-root travel time, from the version of the trace whose high cut suits the operator's dip.
__kernel void kirchhoff_migrate(__global const float *restrict traces,    // bands x ntraces x nt
                                __global const float4 *restrict geometry, // source x, receiver x, y off the line, weight
                                __global const int *restrict first_trace, // of the aperture of each column
                                __global const int *restrict end_trace,
                                __global const float *restrict velocity,  // rms, nx x nt
                                __global const float *restrict band_cut,  // highest frequency of each band
                                __global float *restrict image,           // nx x nt
                                __global int *restrict fold,
                                const int nt,
                                const int nx,
                                const int ntraces,
                                const int bands,
                                const float dt,
                                const float dx,
                                const float trace_step,
                                const float max_angle_tan)
{
    const int it = get_global_id(0);
    const int ix = get_global_id(1);
    if (it >= nt || ix >= nx)
        return;
    const float x = ix * dx;
    const float t0 = it * dt;
    const float v = velocity[ix * nt + it];
    const float slow2 = 1.0f / (v * v);
    const float half2 = 0.25f * t0 * t0;
    const float reach = max_angle_tan * 0.5f * t0 * v + 4.0f * dx;
    float sum = 0.0f;
    int used = 0;
    for (int k = first_trace[ix]; k < end_trace[ix]; k++) {
        const float4 g = geometry[k];
        const float ds = g.x - x;
        const float dr = g.y - x;
        if (fabs(0.5f * (ds + dr)) > reach)
            continue;
        const float ts = sqrt(half2 + (ds * ds + g.z * g.z) * slow2);
        const float tr = sqrt(half2 + (dr * dr + g.z * g.z) * slow2);
        const float t = (ts + tr) / dt;
        const int sample = (int)t;
        if (sample >= nt - 1)
            continue;
        const float its = 1.0f / fmax(ts, dt);
        const float itr = 1.0f / fmax(tr, dt);
        const float dip = fabs(ds * its + dr * itr) * slow2;              // seconds a metre
        const float alias = 1.0f / fmax(2.0f * dip * trace_step, 1e-4f);
        int band = 0;
        while (band < bands - 1 && band_cut[band] > alias)
            band++;
        __global const float *trace = traces + ((size_t)band * ntraces + k) * nt;
        const float part = t - sample;
        const float value = mix(trace[sample], trace[sample + 1], part);
        const float spread = sqrt(ts * itr) + sqrt(tr * its);             // amplitude of a constant reflector
        const float obliquity = 0.5f * t0 * (its + itr) * 0.5f;
        const float taper = clamp((reach - fabs(0.5f * (ds + dr))) / (0.2f * reach), 0.0f, 1.0f);
        sum = fma(value * obliquity, g.w * spread * taper, sum);
        used++;
    }
    image[ix * nt + it] = used > 0 ? sum * rsqrt((float)used) : 0.0f;
    fold[ix * nt + it] = used;
}
