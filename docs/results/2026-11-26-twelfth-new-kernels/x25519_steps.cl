// Some steps of the X25519 Montgomery ladder, a key a work-item; field elements
// are sixteen 16-bit limbs in longs, as in TweetNaCl. The state goes on from
// one launch to the next.
typedef long gf[16];

static void carry(long *o)
{
  for (int i = 0; i < 16; i++) {
    o[i] += 1L << 16;
    const long c = o[i] >> 16;
    if (i < 15)
      o[i + 1] += c - 1;
    else
      o[0] += 38 * (c - 1);
    o[i] -= c << 16;
  }
}

static void choose(long *p, long *q, long swap)
{
  const long mask = -swap;
  for (int i = 0; i < 16; i++) {
    const long t = mask & (p[i] ^ q[i]);
    p[i] ^= t;
    q[i] ^= t;
  }
}

static void add(long *o, const long *a, const long *b)
{
  for (int i = 0; i < 16; i++)
    o[i] = a[i] + b[i];
}

static void sub(long *o, const long *a, const long *b)
{
  for (int i = 0; i < 16; i++)
    o[i] = a[i] - b[i];
}

static void mul(long *o, const long *a, const long *b)
{
  long t[31];
  for (int i = 0; i < 31; i++)
    t[i] = 0;
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      t[i + j] += a[i] * b[j];
  for (int i = 0; i < 15; i++)
    t[i] += 38 * t[i + 16];
  for (int i = 0; i < 16; i++)
    o[i] = t[i];
  carry(o);
  carry(o);
}

__kernel void x25519_steps(__global const uchar *keys,        // [key][32]
                           __global const ushort *base,       // [limb][key]
                           __global const int *state_in,      // [4][limb][key]
                           const int n_keys, const int first_bit, const int n_steps,
                           __global int *state_out)
{
  const int me = get_global_id(0);
  if (me >= n_keys)
    return;
  gf x, a, b, c, d, e, f, small;
  for (int i = 0; i < 16; i++) {
    x[i] = base[i * n_keys + me];
    a[i] = state_in[i * n_keys + me];
    b[i] = state_in[(16 + i) * n_keys + me];
    c[i] = state_in[(32 + i) * n_keys + me];
    d[i] = state_in[(48 + i) * n_keys + me];
    small[i] = 0;
  }
  small[0] = 0xDB41;
  small[1] = 1;

  for (int bit = first_bit; bit > first_bit - n_steps; bit--) {
    const long r = (keys[me * 32 + (bit >> 3)] >> (bit & 7)) & 1;
    choose(a, b, r);
    choose(c, d, r);
    add(e, a, c);
    sub(a, a, c);
    add(c, b, d);
    sub(b, b, d);
    mul(d, e, e);
    mul(f, a, a);
    mul(a, c, a);
    mul(c, b, e);
    add(e, a, c);
    sub(a, a, c);
    mul(b, a, a);
    sub(c, d, f);
    mul(a, c, small);
    add(a, a, d);
    mul(c, c, a);
    mul(a, d, f);
    mul(d, b, x);
    mul(b, e, e);
    choose(a, b, r);
    choose(c, d, r);
  }

  for (int i = 0; i < 16; i++) {
    state_out[i * n_keys + me] = a[i];
    state_out[(16 + i) * n_keys + me] = b[i];
    state_out[(32 + i) * n_keys + me] = c[i];
    state_out[(48 + i) * n_keys + me] = d[i];
  }
}
