// Speech slowed or hastened without a change of pitch (WSOLA): a clip a work-group; for every frame the shift whose sound
// resembles the natural continuation most is sought, the offsets shared among the items, and the frame is overlap-added.
#define MAX_FRAME 1024
#define MAX_LANES 64

__kernel void wsola_stretch(__global const float *restrict sound,
                            __global const int2 *restrict clip,            // first sample, samples
                            __global const float *restrict speed,
                            __global const float *restrict hann,
                            __global float *restrict slow,                 // clips x (frames + 1) x hop
                            __global short *restrict shift,                // clips x frames
                            __global float *restrict likeness,
                            const int frame,
                            const int nframes,
                            const int reach,
                            const int stride)
{
    __local float wanted[MAX_FRAME];
    __local float score[MAX_LANES];
    __local int where[MAX_LANES];
    const int lid = get_local_id(0);
    const int wg = get_local_size(0);
    const int id = get_group_id(0);
    const int hop = frame / 2;
    const int2 c = clip[id];
    __global const float *in = sound + c.x;
    __global float *out = slow + (size_t)id * (nframes + 1) * hop;
    const float rate = speed[id];
    for (int i = lid; i < hop; i += wg)
        out[i] = in[i] * hann[i];
    int taken = 0;
    float worst = 1.0f;
    for (int f = 0; f < nframes; f++) {
        const int natural = taken + hop;
        const int centre = (int)(f * rate * hop);
        const int from = max(centre - reach, 0);
        const int to = min(centre + reach, c.y - frame);
        if (natural + frame > c.y || to < from)
            break;                                                        // the same for the whole group
        for (int i = lid; i < frame; i += wg)
            wanted[i] = in[natural + i];
        barrier(CLK_LOCAL_MEM_FENCE);

        float best = -MAXFLOAT;
        int at = from;
        for (int o = from + lid; o <= to; o += wg) {
            float both = 0.0f;
            float power = 1e-6f;
            for (int i = 0; i < frame; i += stride) {
                const float s = in[o + i];
                both = fma(s, wanted[i], both);
                power = fma(s, s, power);
            }
            const float like = both * rsqrt(power);
            if (like > best) {
                best = like;
                at = o;
            }
        }
        score[lid] = best;
        where[lid] = at;
        for (int step = wg >> 1; step > 0; step >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lid < step && (score[lid + step] > score[lid] || (score[lid + step] == score[lid] && where[lid + step] < where[lid]))) {
                score[lid] = score[lid + step];
                where[lid] = where[lid + step];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        taken = where[0];
        worst = fmin(worst, score[0]);
        if (lid == 0)
            shift[id * nframes + f] = (short)(taken - centre);
        for (int i = lid; i < hop; i += wg) {
            out[f * hop + i] += (f == 0 ? 0.0f : in[taken + i] * hann[i]);
            out[(f + 1) * hop + i] = in[taken + hop + i] * hann[hop + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    if (lid == 0)
        likeness[id] = worst;
}
