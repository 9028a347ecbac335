/* one global step of a bitonic sort */
__kernel void bitonic_step(__global uint *keys, const int j, const int k)
{
    uint t = get_global_id(0);
    uint i = 2 * t - (t & (j - 1));
    uint p = i + j;
    uint a = keys[i], b = keys[p];
    int up = (i & k) == 0;
    if ((a > b) == up) {
        keys[i] = b;
        keys[p] = a;
    }
}

#define BLK 512
/* sort blocks of 512 key/value pairs in local memory, 256 items each */
__kernel void bitonic_local(__global const uint *kin, __global uint *kout,
                            __global const uint *vin, __global uint *vout)
{
    __local uint k[BLK], v[BLK];
    int l = get_local_id(0);
    int base = get_group_id(0) * BLK;
    k[l] = kin[base + l];
    v[l] = vin[base + l];
    k[l + BLK / 2] = kin[base + l + BLK / 2];
    v[l + BLK / 2] = vin[base + l + BLK / 2];
    for (int size = 2; size <= BLK; size <<= 1)
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int i = 2 * l - (l & (stride - 1));
            int up = (i & size) == 0;
            uint a = k[i], b = k[i + stride];
            if ((a > b) == up) {
                k[i] = b;
                k[i + stride] = a;
                uint t = v[i];
                v[i] = v[i + stride];
                v[i + stride] = t;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    kout[base + l] = k[l];
    vout[base + l] = v[l];
    kout[base + l + BLK / 2] = k[l + BLK / 2];
    vout[base + l + BLK / 2] = v[l + BLK / 2];
}
