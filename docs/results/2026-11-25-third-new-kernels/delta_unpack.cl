// Compression of columns (Parquet's DELTA_BINARY_PACKED): a block of 256 integers a work-group, four a work-item: bit
// fields of one width, the smallest difference of the block added back, and the values by a prefix sum.
#define ITEMS 64

kernel void delta_unpack(global const uint *restrict packed, global const int2 *restrict headers,
                         global int4 *restrict values, int width) {
  local int sums[ITEMS];
  const int item = get_local_id(0), block = get_group_id(0);
  const uint mask = (1u << width) - 1u;
  const int2 header = headers[block];
  int delta[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const uint bit = (uint)((block * ITEMS + item) * 4 + k) * width;
    const ulong pair = (ulong)packed[(bit >> 5) + 1] << 32 | packed[bit >> 5];
    delta[k] = (int)((uint)(pair >> (bit & 31u)) & mask) + header.y;
  }
  delta[1] += delta[0];
  delta[2] += delta[1];
  delta[3] += delta[2];

  int sum = delta[3];
  sums[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < ITEMS; step *= 2) {
    const int before = item >= step ? sums[item - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += before;
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const int base = header.x + sum - delta[3];
  values[block * ITEMS + item] = base + (int4)(delta[0], delta[1], delta[2], delta[3]);
}
