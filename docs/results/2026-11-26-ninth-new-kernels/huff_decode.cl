// Canonical prefix code, decoded a chunk a work-item: codes of up to FAST bits from a table in
// local memory, longer ones by length, as baseline JPEG decoders do.
#define FAST 6
#define MAXLEN 16

__kernel void huff_decode(__global const uint *restrict words, __global const uint *restrict first_bit,
                          __global const ushort *restrict fast_table,
                          __global const uint *restrict max_code,
                          __global const int *restrict val_offset,
                          __global const uchar *restrict symbols, __global uchar *restrict out,
                          const uint chunks, const uint per_chunk)
{
    __local ushort fast[1 << FAST];
    __local uint limit[MAXLEN + 2];
    __local int offset[MAXLEN + 2];
    for (uint k = get_local_id(0); k < (1u << FAST); k += get_local_size(0))
        fast[k] = fast_table[k];
    for (uint k = get_local_id(0); k < MAXLEN + 2; k += get_local_size(0)) {
        limit[k] = max_code[k];
        offset[k] = val_offset[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint c = get_global_id(0);
    if (c >= chunks)
        return;
    uint pos = first_bit[c];
    uint at = pos >> 5;
    ulong window = ((ulong)words[at] << 32) | words[at + 1];
    int used = (int)(pos & 31);
    at += 2;
    for (uint k = 0; k < per_chunk; k++) {
        if (used >= 32) {
            window = (window << 32) | words[at++];
            used -= 32;
        }
        uint bits = (uint)((window << used) >> 48);   // the next 16
        ushort e = fast[bits >> (16 - FAST)];
        int len;
        uchar s;
        if (e != 0) {
            len = e >> 8;
            s = (uchar)(e & 0xff);
        } else {
            len = FAST + 1;
            while (len < MAXLEN && bits >= limit[len])
                len++;
            s = symbols[(int)(bits >> (16 - len)) + offset[len]];
        }
        used += len;
        out[c * per_chunk + k] = s;
    }
}
