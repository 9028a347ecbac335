// Normal deviates: Philox4x32-10 counters and the Box-Muller transformation, four a work-item.
#define PHILOX_M0 0xD2511F53u
#define PHILOX_M1 0xCD9E8D57u
#define PHILOX_W0 0x9E3779B9u
#define PHILOX_W1 0xBB67AE85u

inline uint4 philox_round(uint4 c, uint2 k)
{
    uint h0 = mul_hi(PHILOX_M0, c.x), l0 = PHILOX_M0 * c.x;
    uint h1 = mul_hi(PHILOX_M1, c.z), l1 = PHILOX_M1 * c.z;
    return (uint4)(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
}

inline float2 box_muller(uint a, uint b)
{
    float u = ((float)(a >> 8) + 0.5f) * 0x1.0p-24f;
    float v = (float)(b >> 8) * 0x1.0p-24f * 6.28318530718f;
    float r = sqrt(-2.0f * log(u));
    float c;
    float s = sincos(v, &c);
    return (float2)(r * c, r * s);
}

__kernel void philox_normal(__global float4 *restrict out, const uint n4, const uint seed_lo,
                            const uint seed_hi, const uint stream, const float mean,
                            const float sigma)
{
    const uint i = get_global_id(0);
    if (i >= n4)
        return;
    uint4 c = (uint4)(i, 0u, stream, 0u);
    uint2 k = (uint2)(seed_lo, seed_hi);
    for (int r = 0; r < 10; r++) {
        c = philox_round(c, k);
        k += (uint2)(PHILOX_W0, PHILOX_W1);
    }
    float2 p = box_muller(c.x, c.y);
    float2 q = box_muller(c.z, c.w);
    out[i] = (float4)(p, q) * sigma + mean;
}
