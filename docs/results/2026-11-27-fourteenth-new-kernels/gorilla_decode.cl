#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Decodes blocks of a time series as a time-series database packs them (Gorilla, VLDB 2015): delta of delta for the time
// stamps, XOR with the value before for the doubles. One work-item a block; blocks begin at whole words, bits from the top.
uint take(global const uint *stream, uint *at, uint n)       // n bits, 1 to 32
{
    uint word = *at >> 5, shift = *at & 31;
    ulong two = (ulong)stream[word] << 32 | stream[word + 1];
    *at += n;
    return (uint)(two << shift >> (64 - n));
}

ulong take_long(global const uint *stream, uint *at, uint n) // n bits, 1 to 64
{
    if (n <= 32)
        return take(stream, at, n);
    ulong high = take(stream, at, n - 32);
    return high << 32 | take(stream, at, 32);
}

kernel void gorilla_decode(global const uint *stream, global const uint *first_word, global const uint *first_sample,
                           int n_blocks, global uint *stamp, global double *value)
{
    int b = get_global_id(0);
    if (b >= n_blocks)
        return;
    uint at = first_word[b] << 5, end = first_sample[b + 1];
    uint i = first_sample[b];
    uint when = take(stream, &at, 32);
    ulong bits = take_long(stream, &at, 64);
    stamp[i] = when;
    value[i] = as_double(bits);
    int delta = 0;
    uint trailing = 0, length = 64;
    for (i++; i < end; i++) {
        if (take(stream, &at, 1)) {
            if (!take(stream, &at, 1))
                delta += (int)take(stream, &at, 7) - 63;
            else if (!take(stream, &at, 1))
                delta += (int)take(stream, &at, 9) - 255;
            else if (!take(stream, &at, 1))
                delta += (int)take(stream, &at, 12) - 2047;
            else
                delta += (int)take(stream, &at, 32);
        }
        when += (uint)delta;

        if (take(stream, &at, 1)) {
            if (take(stream, &at, 1)) {
                uint leading = take(stream, &at, 5);
                length = take(stream, &at, 6) + 1;
                trailing = 64 - leading - length;
            }
            bits ^= take_long(stream, &at, length) << trailing;
        }
        stamp[i] = when;
        value[i] = as_double(bits);
    }
}
