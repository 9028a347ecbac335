// Protocol buffers: columns of variable-length integers, in blocks of 32 values whose offsets are known; a block a
// work-item, values are zigzag-coded differences.
kernel void varint_decode(global const uchar *restrict bytes, global const uint *restrict offsets,
                          global int *restrict values, int blocks) {
  const int block = get_global_id(0);
  if (block >= blocks)
    return;
  uint at = offsets[block];
  int value = 0;
  for (int k = 0; k < 32; ++k) {
    uint coded = 0, shift = 0, byte;
    do {
      byte = bytes[at++];
      coded |= (byte & 127u) << shift;
      shift += 7;
    } while (byte & 128u);
    value += (int)(coded >> 1) ^ -(int)(coded & 1u);
    values[block * 32 + k] = value;
  }
}
