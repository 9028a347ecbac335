// Language models: product of a matrix of 4-bit weights (blocks of 32 with a scale of their own) and a vector,
// a row a work-group of 64; blocks are strided over its items, their sums added in local memory.
#define ITEMS 64

kernel void q4_matvec(global const uint4 *restrict weights, global const float *restrict scales,
                      global const float *restrict x, global float *restrict y, int columns) {
  local float sums[ITEMS];
  const int item = get_local_id(0), row = get_group_id(0);
  const int blocks = columns / 32;
  float16 sum = 0.0f;
  for (int b = item; b < blocks; b += ITEMS) {
    const uchar16 packed = as_uchar16(weights[row * blocks + b]);
    const float scale = scales[row * blocks + b];
    const float16 low = convert_float16(packed & (uchar16)(15)) - 8.0f;
    const float16 high = convert_float16(packed >> (uchar16)(4)) - 8.0f;
    sum += scale * (low * vload16(2 * b, x) + high * vload16(2 * b + 1, x));
  }
  const float8 s8 = sum.lo + sum.hi;
  const float4 s4 = s8.lo + s8.hi;
  sums[item] = s4.x + s4.y + s4.z + s4.w;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_way = ITEMS / 2; half_way > 0; half_way /= 2) {
    if (item < half_way) sums[item] += sums[item + half_way];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) y[row] = sums[0];
}
