// Communications: check nodes of a quasi-cyclic LDPC code (circulant shifts of an array code), normalised minimum of
// sums on 8-bit messages, a check of 24 variables a work-item; lane, row of blocks and code word are the 3-D range.
#define COLUMNS 24

kernel void ldpc_minsum(global const char *restrict beliefs, global char *restrict messages, int lift) {
  const int lane = get_global_id(0), row = get_global_id(1), word = get_global_id(2), rows = get_global_size(1);
  if (lane >= lift) return;
  global char *message = messages + (word * rows + row) * COLUMNS * lift + lane;
  global const char *belief = beliefs + word * COLUMNS * lift;

  int incoming[COLUMNS];
  int least = 255, second = 255, where = 0, signs = 0, shifted = lane;
#pragma unroll 4
  for (int c = 0; c < COLUMNS; ++c) {
    const int value = belief[c * lift + shifted] - message[c * lift];
    const int size = abs(value);
    incoming[c] = value;
    signs ^= value;
    where = size < least ? c : where;
    second = min(second, max(size, least));
    least = min(least, size);
    shifted += row;
    shifted -= shifted >= lift ? lift : 0;
  }
  const int most = min(3 * least >> 2, 127), rest = min(3 * second >> 2, 127);
#pragma unroll 4
  for (int c = 0; c < COLUMNS; ++c) {
    const int size = c == where ? rest : most;
    message[c * lift] = (char)((signs ^ incoming[c]) < 0 ? -size : size);
  }
}
