// Anti-kt jets of collision events, one work-group an event: nearest neighbours in (rapidity, azimuth) kept
// for every pseudo-jet, the smallest distance found by the group, the pair merged or the jet cut off.
#define GROUP 64
#define MAX_PARTICLES 512
#define TWO_PI 6.2831853f

typedef struct {
    float px, py, pz, e;
} momentum;

static inline float rapidity(const momentum m)
{
    return 0.5f * log((m.e + m.pz + 1e-6f) / (m.e - m.pz + 1e-6f));
}

static inline float gap2(const float rap_a, const float phi_a, const float rap_b, const float phi_b)
{
    float dphi = fabs(phi_a - phi_b);
    dphi = dphi > M_PI_F ? TWO_PI - dphi : dphi;
    const float drap = rap_a - rap_b;
    return drap * drap + dphi * dphi;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void antikt_jets(__global const momentum *restrict particles,
                 __global const int *restrict event_ptr,
                 __global momentum *restrict jets,              // laid out as the particles
                 __global int *restrict njets,
                 const float radius2,
                 const float min_pt2)
{
    __local momentum p[MAX_PARTICLES];
    __local float rap[MAX_PARTICLES];
    __local float phi[MAX_PARTICLES];
    __local float weight[MAX_PARTICLES];                        // 1 / pt^2
    __local float near_gap[MAX_PARTICLES];
    __local int near[MAX_PARTICLES];
    __local float best_d[GROUP];
    __local int best_i[GROUP];

    const int event = get_group_id(0);
    const int lid = get_local_id(0);
    const int first = event_ptr[event];
    int n = min(event_ptr[event + 1] - first, MAX_PARTICLES);

    for (int i = lid; i < n; i += GROUP) {
        const momentum m = particles[first + i];
        p[i] = m;
        rap[i] = rapidity(m);
        phi[i] = atan2(m.py, m.px);
        weight[i] = 1.0f / (m.px * m.px + m.py * m.py);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < n; i += GROUP) {
        float d = radius2;
        int who = -1;
        for (int j = 0; j < n; j++) {
            const float g = gap2(rap[i], phi[i], rap[j], phi[j]);
            if (j != i && g < d) {
                d = g;
                who = j;
            }
        }
        near_gap[i] = d;
        near[i] = who;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    int found = 0;
    while (n > 0) {
        float d = FLT_MAX;
        int who = 0;
        for (int i = lid; i < n; i += GROUP) {
            const int j = near[i];
            const float w = j < 0 ? weight[i] : fmin(weight[i], weight[j]);
            const float mine = near_gap[i] * w;
            if (mine < d) {
                d = mine;
                who = i;
            }
        }
        best_d[lid] = d;
        best_i[lid] = who;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int half_way = GROUP / 2; half_way > 0; half_way >>= 1) {
            if (lid < half_way && best_d[lid + half_way] < best_d[lid]) {
                best_d[lid] = best_d[lid + half_way];
                best_i[lid] = best_i[lid + half_way];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }

        const int a = best_i[0];
        const int b = near[a];
        const int keep = b < 0 ? -1 : min(a, b);
        const int gone = b < 0 ? a : max(a, b);
        const int last = n - 1;
        barrier(CLK_LOCAL_MEM_FENCE);

        if (lid == 0) {
            if (b < 0) {
                const momentum jet = p[a];
                if (jet.px * jet.px + jet.py * jet.py >= min_pt2)
                    jets[first + found++] = jet;
            } else {
                momentum sum = p[keep];
                sum.px += p[gone].px;
                sum.py += p[gone].py;
                sum.pz += p[gone].pz;
                sum.e += p[gone].e;
                p[keep] = sum;
                rap[keep] = rapidity(sum);
                phi[keep] = atan2(sum.py, sum.px);
                weight[keep] = 1.0f / (sum.px * sum.px + sum.py * sum.py);
            }
            p[gone] = p[last];
            rap[gone] = rap[last];
            phi[gone] = phi[last];
            weight[gone] = weight[last];
            near_gap[gone] = near_gap[last];
            near[gone] = near[last];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        n--;

        for (int i = lid; i < n; i += GROUP) {
            const int old = near[i];
            if (i == keep || (old >= 0 && (old == keep || old == gone))) {
                float shortest = radius2;
                int other = -1;
                for (int j = 0; j < n; j++) {
                    const float g = gap2(rap[i], phi[i], rap[j], phi[j]);
                    if (j != i && g < shortest) {
                        shortest = g;
                        other = j;
                    }
                }
                near_gap[i] = shortest;
                near[i] = other;
            } else {
                if (old == last)
                    near[i] = gone;
                if (keep >= 0) {
                    const float g = gap2(rap[i], phi[i], rap[keep], phi[keep]);
                    if (g < near_gap[i]) {
                        near_gap[i] = g;
                        near[i] = keep;
                    }
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        njets[event] = found;
}
