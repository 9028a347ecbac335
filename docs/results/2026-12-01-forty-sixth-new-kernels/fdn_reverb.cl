// Reverberation by a network of delay lines (Jot and Chaigne 1991; as in Freeverb3 and Zita-rev1): a group is one room, an item one of its
// lines. Each sample leaves the lines, is damped, mixed by a Householder reflection and goes back in with the sound; the reading
// place of some lines wanders to blur their resonances.
//   sound      nrooms x nsamples: dry
//   delay      nrooms x nlines: length in samples, at least 8
//   gain       nrooms x nlines: of a round trip, and coefficient of the damping
//   wander     nrooms x nlines: depth in samples (0 for none) and steps of a turn
//   line       nrooms x nlines x room: rings, as the block before left them
//   wet        nrooms x nsamples: left, right
//   nsamples, room (longest line), wetness
//   local size: number of lines, even, at most MAX_LINES
#define MAX_LINES 64

__kernel void fdn_reverb(__global const float *restrict sound,
                         __global const int *restrict delay,
                         __global const float2 *restrict gain,
                         __global const float2 *restrict wander,
                         __global float *restrict line,
                         __global float2 *restrict wet,
                         const int nsamples,
                         const int room,
                         const float wetness)
{
    __local float out[2][MAX_LINES];
    const int lid = get_local_id(0);
    const int lines = get_local_size(0);
    const int id = get_global_id(0);
    const int length = delay[id];
    const float2 loss = gain[id];
    const float2 drift = wander[id];
    __global float *ring = line + (size_t)id * room;
    __global const float *dry = sound + (size_t)get_group_id(0) * nsamples;
    const float feed = lid & 1 ? -1.0f : 1.0f;
    float held = 0.0f;
    float phase = 0.37f * lid;
    int at = 0;
    for (int n = 0; n < nsamples; n++) {
        float value;
        if (drift.x > 0.0f) {
            phase += drift.y;
            phase -= phase > 6.2831853f ? 6.2831853f : 0.0f;
            const float behind = drift.x * (1.0f + sin(phase));
            const int whole = (int)behind;
            const float part = behind - whole;
            int near = at + whole;
            near -= near >= length ? length : 0;
            const int next = near + 1 == length ? 0 : near + 1;
            value = ring[near] + part * (ring[next] - ring[near]);
        } else
            value = ring[at];
        held = value + loss.y * (held - value);
        const float mine = held * loss.x;
        out[n & 1][lid] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        float even = 0.0f;
        float odd = 0.0f;
        for (int k = 0; k < lines; k += 2) {
            even += out[n & 1][k];
            odd += out[n & 1][k + 1];
        }
        ring[at] = mine - 2.0f / lines * (even + odd) + feed * dry[n];
        at = at + 1 == length ? 0 : at + 1;
        if (lid == 0)
            wet[(size_t)get_group_id(0) * nsamples + n] = (float2)(dry[n] + wetness * (even - odd), dry[n] + wetness * (even + odd));
    }
}
