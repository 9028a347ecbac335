// Frequency modulation synthesiser (four operators, as in the OPZ chips and their software copies): one block of stereo samples of a
// MIDI stream. An item is one sample; it adds up the notes that sound then.
//   note     of each: onset (s), how long the key is held (s), frequency (Hz), velocity (0 to 1)
//   voice    of each note: patch, pan (0 left to 127 right)
//   shape    npatches x 4 operators: attack (s, > 0), decay (octaves/s), sustain (0 to 1), release (octaves/s)
//   tune     npatches x 4 operators: frequency ratio, level (modulators: turns; carriers: gain), start phase (turns), key scaling
//   wiring   of each patch: 0 for 4 > 3 > 2 > 1, 1 for (4 > 3) + (2 > 1)
//   out      left and right
//   nsamples, nnotes, first (sample of the stream), rate (Hz), tail (s, how long a released note may sound)
#define OPS 4
#define TURN 6.2831853f

float envelope(const float t, const float hold, const float4 e)
{
    float level = t < e.x ? t / e.x : mad(1.0f - e.z, exp2((e.x - t) * e.y), e.z);
    if (t > hold)
        level *= exp2((hold - t) * e.w);
    return level;
}

float oscillate(const float turns)
{
    return sin((turns - floor(turns)) * TURN);
}

__kernel void fm_voices(__global const float4 *restrict note,
                        __global const int2 *restrict voice,
                        __global const float4 *restrict shape,
                        __global const float4 *restrict tune,
                        __global const int *restrict wiring,
                        __global float2 *restrict out,
                        const int nsamples,
                        const int nnotes,
                        const int first,
                        const float rate,
                        const float tail)
{
    const int id = get_global_id(0);
    if (id >= nsamples)
        return;
    const float now = (float)(first + id) / rate;
    float2 mix = (float2)(0.0f);
    for (int n = 0; n < nnotes; n++) {
        const float4 k = note[n];
        const float t = now - k.x;
        if (t < 0.0f || t > k.y + tail)
            continue;
        const int2 v = voice[n];
        float y[OPS];
        float mod = 0.0f;
        for (int op = OPS - 1; op >= 0; op--) {
            const float4 w = tune[v.x * OPS + op];
            const float level = envelope(t, k.y, shape[v.x * OPS + op]) * w.y * (1.0f - w.w * (1.0f - k.w));
            y[op] = level * oscillate(mad(k.z * w.x, t, w.z + mod));
            mod = op == 2 && wiring[v.x] == 1 ? 0.0f : y[op];
        }
        const float s = (wiring[v.x] == 1 ? 0.5f * (y[0] + y[2]) : y[0]) * k.w;
        const float right = v.y * (1.0f / 127.0f);
        mix += s * (float2)(sqrt(1.0f - right), sqrt(right));
    }
    out[id] = mix / (1.0f + fabs(mix));
}
