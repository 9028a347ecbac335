// Fatigue of strain-gauge channels: turning points behind a hysteresis gate, rainflow cycles by the
// three-point rule of ASTM E1049 on a stack, a range histogram (in half cycles) and Miner's sum.
#define STACK 128
#define BINS 64

typedef struct {
    float damage;
    int turns;
    int deepest;
    int residue;
} fatigue;

static inline float half_damage(const int range, const float unit, const float knee)
{
    const float s = range * unit;
    return 0.5f * pow(s / knee, s > knee ? 3.0f : 5.0f);
}

__kernel void rainflow_count(__global const short *restrict strain,     // nchannels x nsamples
                             __global uint *restrict ranges,            // nchannels x BINS
                             __global fatigue *restrict result,
                             const int nchannels,
                             const int nsamples,
                             const int gate,
                             const int bin_width,
                             const float unit,
                             const float knee)
{
    const int channel = get_global_id(0);
    if (channel >= nchannels)
        return;
    __global const short *x = strain + (size_t)channel * nsamples;
    __global uint *bins = ranges + (size_t)channel * BINS;
    for (int i = 0; i < BINS; i++)
        bins[i] = 0;

    int stack[STACK];
    int depth = 0;
    int deepest = 0;
    int turns = 0;
    float damage = 0.0f;
    int extreme = x[0];
    int way = 0;

    for (int t = 1; t <= nsamples; t++) {
        if (t < nsamples) {
            const int v = x[t];
            if (way == 0) {
                if (abs(v - extreme) < (uint)gate)
                    continue;
                stack[depth++] = extreme;
                way = v > extreme ? 1 : -1;
                extreme = v;
                continue;
            }
            if ((v - extreme) * way >= 0) {
                extreme = v;
                continue;
            }
            if ((extreme - v) * way < gate)
                continue;
            stack[depth++] = extreme;
            way = -way;
            extreme = v;
        } else {
            stack[depth++] = extreme;
        }
        turns++;
        deepest = max(deepest, depth);

        while (depth >= 3) {
            const int latest = abs(stack[depth - 1] - stack[depth - 2]);
            const int before = abs(stack[depth - 2] - stack[depth - 3]);
            const bool full = depth == STACK;
            if (latest < before && !full)
                break;
            if (full) {                                         // give the oldest half cycle up
                const int oldest = abs(stack[1] - stack[0]);
                bins[min(oldest / bin_width, BINS - 1)] += 1;
                damage += half_damage(oldest, unit, knee);
                for (int i = 1; i < depth; i++)
                    stack[i - 1] = stack[i];
                depth--;
                continue;
            }
            const float d = half_damage(before, unit, knee);
            if (depth == 3) {
                bins[min(before / bin_width, BINS - 1)] += 1;
                damage += d;
                stack[0] = stack[1];
                stack[1] = stack[2];
                depth = 2;
            } else {
                bins[min(before / bin_width, BINS - 1)] += 2;
                damage += 2.0f * d;
                stack[depth - 3] = stack[depth - 1];
                depth -= 2;
            }
        }
    }

    for (int i = 1; i < depth; i++) {
        const int r = abs(stack[i] - stack[i - 1]);
        bins[min(r / bin_width, BINS - 1)] += 1;
        damage += half_damage(r, unit, knee);
    }
    fatigue out;
    out.damage = damage;
    out.turns = turns;
    out.deepest = deepest;
    out.residue = depth;
    result[channel] = out;
}
