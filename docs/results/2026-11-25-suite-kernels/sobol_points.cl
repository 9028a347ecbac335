// Quasi-random numbers: Sobol's sequence, a dimension a row of work-groups, its direction numbers in local memory, the
// position of the lowest zero by clz, strides of a power of two through the sequence.
#define DIRECTIONS 32

kernel void sobol_points(global const uint *restrict directions, global float *restrict points, uint count,
                         uint log_stride) {
  local uint v[DIRECTIONS];
  const uint row = get_group_id(1), id = get_global_id(0), stride = get_global_size(0);
  for (uint k = get_local_id(0); k < DIRECTIONS; k += get_local_size(0)) v[k] = directions[row * DIRECTIONS + k];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint gray = id ^ (id >> 1), x = 0;
  for (uint k = 0; k < log_stride; ++k) x ^= (gray >> k & 1u) * v[k];
  points[row * count + id] = x * 0x1p-32f;
  const uint last = v[log_stride - 1];
  for (uint i = id + stride; i < count; i += stride) {
    const uint open = ~((i - stride) | (stride - 1));
    x ^= last ^ v[31 - clz(open & -open)];
    points[row * count + i] = x * 0x1p-32f;
  }
}
