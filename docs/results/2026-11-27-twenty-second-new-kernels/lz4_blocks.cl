/* Compression: LZ4 raw blocks, each decoded by one work-item. Damaged blocks give a negative size. */
__kernel void lz4_blocks(__global const uchar *restrict packed, __global const uint *restrict begin,
                         __global uchar *out, __global int *restrict size, const uint blocks, const uint capacity)
{
    const uint block = get_global_id(0);
    if (block >= blocks)
        return;

    uint ip = begin[block];
    const uint end = begin[block + 1];
    __global uchar *dst = out + (size_t)block * capacity;
    uint op = 0;

    while (ip < end) {
        const uint token = packed[ip++];
        uint literals = token >> 4;
        if (literals == 15) {
            uchar more;
            do {
                if (ip >= end) { size[block] = -1; return; }
                more = packed[ip++];
                literals += more;
            } while (more == 255);
        }
        if (literals > end - ip || literals > capacity - op) { size[block] = -2; return; }
        uint k = 0;
        for (; k + 8 <= literals; k += 8)
            vstore8(vload8(0, packed + ip + k), 0, dst + op + k);
        for (; k < literals; k++)
            dst[op + k] = packed[ip + k];
        ip += literals;
        op += literals;
        if (ip >= end)
            break;

        if (end - ip < 2) { size[block] = -1; return; }
        const uint offset = packed[ip] | ((uint)packed[ip + 1] << 8);
        ip += 2;
        uint length = (token & 15) + 4;
        if ((token & 15) == 15) {
            uchar more;
            do {
                if (ip >= end) { size[block] = -1; return; }
                more = packed[ip++];
                length += more;
            } while (more == 255);
        }
        if (offset == 0 || offset > op || length > capacity - op) { size[block] = -3; return; }
        for (k = 0; k < length; k++)
            dst[op + k] = dst[op + k - offset];
        op += length;
    }
    size[block] = (int)op;
}
