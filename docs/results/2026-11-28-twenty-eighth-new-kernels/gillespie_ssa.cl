// Gillespie's direct method for a small reaction network, a trajectory per work-item.
// Each reaction has up to two reactants (-1 = none) and a dense row of stoichiometric changes.
#define NSPEC 6
#define NREAC 10

typedef struct { ulong state, inc; } pcg_t;

static uint pcg_next(pcg_t *g)
{
    const ulong old = g->state;
    g->state = old * 6364136223846793005UL + g->inc;
    const uint xs = (uint)(((old >> 18) ^ old) >> 27);
    return rotate(xs, (uint)(32 - (uint)(old >> 59)) & 31u);
}

static float pcg_unit(pcg_t *g)              /* in (0, 1] */
{
    return ((pcg_next(g) >> 8) + 1u) * (1.0f / 16777216.0f);
}

static float propensity(const int *x, float k, int a, int b)
{
    float p = k;
    if (a >= 0)
        p *= (float)x[a];
    if (b >= 0)
        p *= a == b ? 0.5f * (float)(x[b] - 1) : (float)x[b];
    return p;
}

__kernel void gillespie_ssa(__global const ulong *restrict seeds,
                            __constant int *x_init,
                            __constant int *reactants,        /* [NREAC][2] */
                            __constant int *change,           /* [NREAC][NSPEC] */
                            __global const float *restrict rates,   /* [ntraj][NREAC] */
                            __global int *restrict x_out,
                            __global float *restrict mean_out,
                            __global int *restrict events,
                            const int ntraj, const int max_events, const float t_end)
{
    const int tid = get_global_id(0);
    if (tid >= ntraj)
        return;

    pcg_t rng;
    rng.state = seeds[tid];
    rng.inc = ((ulong)tid << 1) | 1UL;
    pcg_next(&rng);

    int x[NSPEC];
    float integral[NSPEC], k[NREAC], a[NREAC];
    for (int s = 0; s < NSPEC; s++) {
        x[s] = x_init[s];
        integral[s] = 0.0f;
    }
    for (int r = 0; r < NREAC; r++)
        k[r] = rates[tid * NREAC + r];

    float t = 0.0f;
    int n = 0;
    while (n < max_events) {
        float total = 0.0f;
        for (int r = 0; r < NREAC; r++) {
            a[r] = propensity(x, k[r], reactants[2 * r], reactants[2 * r + 1]);
            total += a[r];
        }
        const float tau = total > 0.0f ? -log(pcg_unit(&rng)) / total : t_end;
        const float dt = min(tau, t_end - t);
        for (int s = 0; s < NSPEC; s++)
            integral[s] = mad(dt, (float)x[s], integral[s]);
        t += tau;
        if (t >= t_end || total <= 0.0f)
            break;

        float target = pcg_unit(&rng) * total;
        int r = 0;
        while (r < NREAC - 1 && target > a[r])
            target -= a[r++];
        for (int s = 0; s < NSPEC; s++)
            x[s] = max(x[s] + change[r * NSPEC + s], 0);
        n++;
    }

    for (int s = 0; s < NSPEC; s++) {
        x_out[tid * NSPEC + s] = x[s];
        mean_out[tid * NSPEC + s] = integral[s] / t_end;
    }
    events[tid] = n;
}
