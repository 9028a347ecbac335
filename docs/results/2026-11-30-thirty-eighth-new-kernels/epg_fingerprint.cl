// Dictionary of magnetic resonance fingerprinting: extended phase graphs of a train of pulses with varying angles and
// repetition times, an entry (T1, T2, B1) a work-group, a configuration order a work-item.
#define MAX_ORDERS 64

static inline float2 cmul(const float2 a, const float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

static inline float2 conj(const float2 a)
{
    return (float2)(a.x, -a.y);
}

__kernel void epg_fingerprint(__global const float4 *restrict entry,      // T1, T2, B1, inversion efficiency
                              __global const float4 *restrict pulse,      // angle, phase, repetition and echo time
                              __global float2 *restrict signal,           // nentries x npulses
                              const int npulses)
{
    __local float2 plus[2][MAX_ORDERS];
    __local float2 minus[2][MAX_ORDERS];
    __local float4 turn[MAX_ORDERS];
    __local float4 decay[MAX_ORDERS];

    const int k = get_local_id(0);
    const int orders = get_local_size(0);
    const int g = get_group_id(0);
    const float4 tissue = entry[g];
    const float rate1 = -1.0f / tissue.x;
    const float rate2 = -1.0f / tissue.y;

    plus[0][k] = (float2)(0.0f);
    minus[0][k] = (float2)(0.0f);
    float2 z = (float2)(k == 0 ? 1.0f - 2.0f * tissue.w : 0.0f, 0.0f);    // after the inversion
    int now = 0;
    for (int first = 0; first < npulses; first += orders) {
        const int chunk = min(orders, npulses - first);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k < chunk) {
            const float4 p = pulse[first + k];
            float ca;
            float cp;
            const float sa = sincos(p.x * tissue.z, &ca);
            const float sp = sincos(p.y, &cp);
            turn[k] = (float4)(sa, ca, sp, cp);
            decay[k] = (float4)(exp(p.z * rate1), exp(p.z * rate2), exp(p.w * rate2), 0.0f);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int t = 0; t < chunk; t++) {
            const float4 rf = turn[t];
            const float4 e = decay[t];
            const float c2 = 0.5f * (1.0f + rf.y);
            const float s2 = 0.5f * (1.0f - rf.y);
            const float2 turned = rf.wz;                                  // exp(i phase)
            const float2 twice = cmul(turned, turned);
            const float2 iz = (float2)(-z.y, z.x) * rf.x;                 // i sin(angle) Z
            const float2 f = plus[now][k];
            const float2 m = minus[now][k];
            const float2 fn = c2 * f + s2 * cmul(twice, m) - cmul(turned, iz);
            const float2 mn = s2 * cmul(conj(twice), f) + c2 * m + cmul(conj(turned), iz);
            const float2 mixed = cmul(turned, m) - cmul(conj(turned), f);
            z = rf.y * z + 0.5f * rf.x * (float2)(-mixed.y, mixed.x);
            z *= e.x;
            if (k == 0) {
                z.x += 1.0f - e.x;
                signal[(size_t)g * npulses + first + t] = cmul(fn, conj(turned)) * e.z;
            }
            const int next = now ^ 1;                                     // the gradient moves the orders on
            if (k + 1 < orders)
                plus[next][k + 1] = fn * e.y;
            if (k > 0) {
                minus[next][k - 1] = mn * e.y;
                if (k == 1)
                    plus[next][0] = conj(mn) * e.y;
            }
            if (k == orders - 1)
                minus[next][k] = (float2)(0.0f);
            barrier(CLK_LOCAL_MEM_FENCE);
            now = next;
        }
    }
}
