// Polyphonic subtractive synth: PolyBLEP sawtooth through a nonlinear four-pole ladder
// filter (2x oversampled), one voice per work-item, samples interleaved by voice.
// NDRange: 1-D, the number of voices.

float polyblep(float t, float dt)
{
    if (t < dt) {
        t /= dt;
        return t + t - t * t - 1.0f;
    }
    if (t > 1.0f - dt) {
        t = (t - 1.0f) / dt;
        return t * t + t + t + 1.0f;
    }
    return 0.0f;
}

__kernel void moog_ladder(__global const float4 *patch,   // pitch/fs, cutoff/fs, resonance, drive
                          __global const float2 *envelope, // level, decay per sample
                          __global float4 *stages,
                          __global float *phases,
                          __global float *out,
                          int nsamples)
{
    const int v = get_global_id(0);
    const int voices = get_global_size(0);

    const float4 p = patch[v];
    float env = envelope[v].x;
    const float decay = envelope[v].y;
    float4 s = stages[v];
    float phase = phases[v];

    float t0 = tanh(s.x), t1 = tanh(s.y), t2 = tanh(s.z);

    for (int n = 0; n < nsamples; n++) {
        phase += p.x;
        if (phase >= 1.0f)
            phase -= 1.0f;
        const float saw = 2.0f * phase - 1.0f - polyblep(phase, p.x);

        const float fc = p.y * (0.25f + 0.75f * env);
        const float g = 1.0f - exp(-3.14159265f * fc);

        for (int os = 0; os < 2; os++) {
            const float x = tanh(p.w * saw - 4.0f * p.z * s.w);
            s.x += g * (x - t0);
            t0 = tanh(s.x);
            s.y += g * (t0 - t1);
            t1 = tanh(s.y);
            s.z += g * (t1 - t2);
            t2 = tanh(s.z);
            s.w += g * (t2 - tanh(s.w));
        }
        out[n * voices + v] = s.w * env;
        env *= decay;
    }
    stages[v] = s;
    phases[v] = phase;
}
