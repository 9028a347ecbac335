// Quantum computers, simulated: a general gate (a complex 4x4 matrix) on two qubits, low < high, of one register or a
// batch of registers, in place on the amplitudes in double precision, four amplitudes a work-item.

double2 mul_add(double2 a, double2 b, double2 sum) {
  return (double2)(sum.x + a.x * b.x - a.y * b.y, sum.y + a.x * b.y + a.y * b.x);
}

kernel void gate2q(global double2 *restrict amplitudes, global const double2 *restrict gate, int low, int high) {
  const uint i = get_global_id(0);
  const uint low_bit = 1u << low, high_bit = 1u << high;
  uint at = ((i & ~(low_bit - 1u)) << 1) | (i & (low_bit - 1u));
  at = ((at & ~(high_bit - 1u)) << 1) | (at & (high_bit - 1u));

  const double2 a = amplitudes[at], b = amplitudes[at | low_bit];
  const double2 c = amplitudes[at | high_bit], d = amplitudes[at | low_bit | high_bit];
  double2 result[4];
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    double2 sum = (double2)(0.0, 0.0);
    sum = mul_add(gate[4 * r], a, sum);
    sum = mul_add(gate[4 * r + 1], b, sum);
    sum = mul_add(gate[4 * r + 2], c, sum);
    result[r] = mul_add(gate[4 * r + 3], d, sum);
  }
  amplitudes[at] = result[0];
  amplitudes[at | low_bit] = result[1];
  amplitudes[at | high_bit] = result[2];
  amplitudes[at | low_bit | high_bit] = result[3];
}
