uint spread(uint v)
{
    v &= 0x3ff;
    v = (v | (v << 16)) & 0x030000ff;
    v = (v | (v << 8)) & 0x0300f00f;
    v = (v | (v << 4)) & 0x030c30c3;
    v = (v | (v << 2)) & 0x09249249;
    return v;
}

__kernel void morton3(__global const float *xyz, __global uint *code, const int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float3 p = vload3(i, xyz) * 1024.0f;
    uint x = (uint)clamp(p.x, 0.0f, 1023.0f);
    uint y = (uint)clamp(p.y, 0.0f, 1023.0f);
    uint z = (uint)clamp(p.z, 0.0f, 1023.0f);
    code[i] = (spread(x) << 2) | (spread(y) << 1) | spread(z);
}

/* out[bitrev(i)] = in[i] for 2^bits elements */
__kernel void bitrev_perm(__global const float2 *in, __global float2 *out, const int bits)
{
    uint i = get_global_id(0);
    uint r = i;
    r = ((r >> 1) & 0x55555555u) | ((r & 0x55555555u) << 1);
    r = ((r >> 2) & 0x33333333u) | ((r & 0x33333333u) << 2);
    r = ((r >> 4) & 0x0f0f0f0fu) | ((r & 0x0f0f0f0fu) << 4);
    r = ((r >> 8) & 0x00ff00ffu) | ((r & 0x00ff00ffu) << 8);
    r = (r >> 16) | (r << 16);
    out[r >> (32 - bits)] = in[i];
}

/* nearest of m binary descriptors (256 bits) by Hamming distance */
__kernel void hamming(__global const ulong4 *query, __global const ulong4 *train,
                      __global int2 *match, const int nq, const int m)
{
    int q = get_global_id(0);
    if (q >= nq)
        return;
    ulong4 a = query[q];
    int best = 1000, at = -1;
    for (int j = 0; j < m; ++j) {
        ulong4 c = popcount(a ^ train[j]);
        int d = (int)(c.x + c.y + c.z + c.w);
        if (d < best) {
            best = d;
            at = j;
        }
    }
    match[q] = (int2)(best, at);
}
