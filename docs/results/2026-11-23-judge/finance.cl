#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void mc_pi(__global uint *hits, const int samples, const uint seed)
{
    uint s = (get_global_id(0) + 1) * 2654435761u ^ seed;
    if (s == 0)
        s = 1;
    uint h = 0;
    for (int i = 0; i < samples; ++i) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        float x = (s & 0xffff) * (1.0f / 65536.0f);
        float y = (s >> 16) * (1.0f / 65536.0f);
        if (x * x + y * y < 1.0f)
            h++;
    }
    hits[get_global_id(0)] = h;
}

float cnd(float d)
{
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f;
    const float a4 = -1.821255978f, a5 = 1.330274429f;
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float c = 0.39894228f * exp(-0.5f * d * d)
            * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
    return d > 0.0f ? 1.0f - c : c;
}

__kernel void black_scholes(__global const float *price, __global const float *strike,
                            __global const float *years, __global float *call,
                            __global float *put, const float r, const float v, const int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float S = 5.0f + 25.0f * price[i];
    float X = 1.0f + 99.0f * strike[i];
    float T = 0.25f + 9.75f * years[i];
    float q = sqrt(T);
    float d1 = (log(S / X) + (r + 0.5f * v * v) * T) / (v * q);
    float d2 = d1 - v * q;
    float c1 = cnd(d1), c2 = cnd(d2);
    float e = exp(-r * T);
    call[i] = S * c1 - X * e * c2;
    put[i] = X * e * (1.0f - c2) - S * (1.0f - c1);
}

#define NSTEPS 255
/* American put on a binomial tree: a work-group of NSTEPS+1 items per option */
__kernel void binomial(__global const float *spot, __global float *value, const float strike,
                       const float u, const float pu, const float disc)
{
    __local float v[NSTEPS + 1];
    int l = get_local_id(0);
    float s0 = 50.0f + 100.0f * spot[get_group_id(0)];
    float s = s0 * pown(u, 2 * l - NSTEPS);
    v[l] = fmax(strike - s, 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = NSTEPS; step > 0; --step) {
        float next = 0.0f;
        if (l < step)
            next = disc * (pu * v[l + 1] + (1.0f - pu) * v[l]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step)
            v[l] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        value[get_group_id(0)] = v[0];
}
