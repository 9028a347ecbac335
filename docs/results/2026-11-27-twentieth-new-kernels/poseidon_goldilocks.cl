// Zero-knowledge prover: leaves of a Merkle tree over the Goldilocks field (p = 2^64 - 2^32 + 1). A work-item absorbs one
// row of the trace (column-major, so that neighbours read neighbours) into a Poseidon sponge of width 12, rate 8.
#define WIDTH 12
#define RATE 8
#define HALF_FULL 4
#define PARTIAL 22
#define EPSILON 0xffffffffUL
#define MODULUS 0xffffffff00000001UL

typedef ulong gl;

static inline gl gl_add(gl a, gl b) {
  gl s = a + b;
  if (s < a)
    s += EPSILON;  // cannot wrap twice while b is canonical
  return s;
}

static inline gl gl_reduce(ulong hi, ulong lo) {
  const ulong hh = hi >> 32, hl = hi & EPSILON;
  ulong t = lo - hh;
  if (lo < hh)
    t -= EPSILON;
  const ulong u = hl * EPSILON;
  ulong r = t + u;
  if (r < t)
    r += EPSILON;
  return r;
}

static inline gl gl_mul(gl a, gl b) { return gl_reduce(mul_hi(a, b), a * b); }

static inline gl gl_pow7(gl x) {
  const gl x2 = gl_mul(x, x);
  const gl x4 = gl_mul(x2, x2);
  return gl_mul(gl_mul(x4, x2), x);
}

__constant uint CIRC[WIDTH] = {17, 15, 41, 16, 2, 28, 13, 13, 39, 18, 34, 20};

void gl_mds(gl *s) {
  gl out[WIDTH];
  for (int r = 0; r < WIDTH; ++r) {
    ulong lo = 0, hi = 0;
    int at = r;
    for (int i = 0; i < WIDTH; ++i) {
      lo += (s[at] & EPSILON) * CIRC[i];
      hi += (s[at] >> 32) * CIRC[i];
      at = (at + 1 == WIDTH) ? 0 : at + 1;
    }
    if (r == 0) {
      lo += (s[0] & EPSILON) * 8;
      hi += (s[0] >> 32) * 8;
    }
    const ulong low = lo + (hi << 32);
    out[r] = gl_reduce((hi >> 32) + (low < lo ? 1 : 0), low);
  }
  for (int r = 0; r < WIDTH; ++r)
    s[r] = out[r];
}

void poseidon(gl *s, __global const gl *rc) {
  for (int round = 0; round < 2 * HALF_FULL + PARTIAL; ++round) {
    const bool full = round < HALF_FULL || round >= HALF_FULL + PARTIAL;
    for (int i = 0; i < WIDTH; ++i)
      s[i] = gl_add(s[i], rc[round * WIDTH + i]);
    s[0] = gl_pow7(s[0]);
    if (full)
      for (int i = 1; i < WIDTH; ++i)
        s[i] = gl_pow7(s[i]);
    gl_mds(s);
  }
}

__kernel void poseidon_goldilocks(__global const ulong *trace, __global const ulong *round_constants,
                                  __global ulong4 *digests, int rows, int columns) {
  const int row = get_global_id(0);
  if (row >= rows)
    return;

  gl state[WIDTH];
  for (int i = 0; i < WIDTH; ++i)
    state[i] = 0;

  for (int c = 0; c < columns; c += RATE) {
    const int n = min(RATE, columns - c);
    for (int i = 0; i < n; ++i)
      state[i] = trace[(size_t)(c + i) * rows + row];
    poseidon(state, round_constants);
  }

  ulong4 d = (ulong4)(state[0], state[1], state[2], state[3]);
  d = select(d, d - MODULUS, d >= (ulong4)(MODULUS));
  digests[row] = d;
}
