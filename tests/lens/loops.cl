// Loops whose rounds are alike but for some in their midst, or seem to be: skipped_rounds_device_test.
// n rounds, more or less; what m means depends on the kernel.
#define LOOP(name) __kernel void name(__global float* out, __global const float* in, int n, int m)
#define COLUMN(i) ((i) * 64 + g % 64)

LOOP(syrk) {
  const int g = get_global_id(0);
  for (int j = 0; j <= g; ++j) {
    float s = 0;
    for (int k = 0; k < n; ++k) s += in[g * n + k] * in[j * n + k];
    out[g * 512 + j] = s;
  }
}

LOOP(covariance) {
  const int g = get_global_id(0);
  for (int j = g; j < 512; ++j) {
    float s = 0;
    for (int i = 0; i < m; ++i) s += in[i * 512 + g] * in[i * 512 + j];
    out[g * 512 + j] = s;
    out[j * 512 + g] = s;
  }
}

LOOP(guarded) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    if (i >= m && i + g < n) s += in[COLUMN(i)];
    out[COLUMN(i)] = s;
  }
}

LOOP(bits) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    if (i & 64) s += in[COLUMN(i)];
    else out[COLUMN(i)] = s;
  }
  out[g] = s;
}

LOOP(every_sixteenth) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    const float x = in[COLUMN(i)];
    for (int q = 0; q < 12; ++q) s = s * x + in[q * 1024 + g];
    if ((i & 15) == 0) {
      out[COLUMN(i)] = s;
      s = 0;
    }
  }
  out[g] = s;
}

LOOP(every_tenth) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += in[COLUMN(i)];
    if (i % 10 == 3) out[COLUMN(i)] = s;
  }
  out[g] = s;
}

LOOP(modulo) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += in[COLUMN(i)];
    if (i % m == 0) {
      out[COLUMN(i)] = s;
      s = 0;
    }
  }
  out[g] = s;
}

LOOP(until_equal) {
  const int g = get_global_id(0);
  float s = 0;
  for (int r = 0; r < 8; ++r)
    for (int i = r; i != n; ++i) {
      if (i == m) out[r * 512 + g] = s;
      s += in[COLUMN(i)];
    }
  out[g] = s;
}

LOOP(two_exits) {
  const int g = get_global_id(0);
  float s = 0;
  for (int r = 0; r < 16; ++r) {
    for (int i = 0; i < n; ++i) {
      if (i * 3 == (r + g / 64) * m) break;
      s += in[COLUMN(i)];
    }
    out[r * 512 + g] = s;
  }
}

LOOP(leaves_by_bits) {
  const int g = get_global_id(0);
  float s = 0;
  for (int r = 0; r < 16; ++r) {
    for (int i = 1; i < n; ++i) {
      if (((i + r) & 127) == 0) break;
      s += in[COLUMN(i)];
      out[COLUMN(i)] = s;
    }
  }
  out[g] = s;
}

LOOP(shifts) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    for (int h = i; h & 32; h >>= 1) s += in[COLUMN(h)];
    s += in[COLUMN(i)];
    out[COLUMN(i)] = s;
  }
}

LOOP(strides) {
  const int g = get_global_id(0);
  float s = 0;
  for (int step = 1; step < 64; step <<= 1)
    for (int i = g / 64; i < n; i += step) {
      if (i + step < n) s += in[COLUMN(i + step)];
      out[COLUMN(i)] = s;
    }
}

LOOP(jumps_over_itself) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      if (i * 8 + j != g) s += in[i * 8 + j];
      else out[512 + g] = s;
  out[g] = s;
}

LOOP(ring) {
  const int g = get_global_id(0);
  float s = 0;
  for (int r = 0; r < 8; ++r)
    for (int i = 0; i < n; ++i) {
      out[COLUMN((i + r) & 31)] = s;
      if (((i + r) & 31) == 31) s = 0;
      s += in[COLUMN(i)];
    }
  out[g] = s;
}

LOOP(without_itself) {
  __local float t[64];
  const int g = get_global_id(0), l = get_local_id(0);
  float s = 0;
  for (int b = 0; b < 64 * (n / 16); b += 64) {
    t[l] = in[b + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; ++j)
      if (b + j != g) s += t[j];
      else out[1024 + g] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = s;
}

LOOP(own_group) {
  __local float t[64];
  const int g = get_global_id(0), l = get_local_id(0);
  float s = 0;
  for (int b = 0; b < n / 8; ++b) {
    t[l] = in[b * 64 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (b == get_group_id(0)) {
      for (int j = 0; j < 64; ++j)
        if (j != l) s += t[j];
    } else {
      for (int j = 0; j < 64; ++j) s += t[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = s;
}

LOOP(window) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    if ((uint)(i - m) < 50u) out[COLUMN(i)] = s;
    s += in[COLUMN(i)];
  }
  out[g] = s;
}

LOOP(elimination) {
  const int g = get_global_id(0);
  for (int i = 0; i < n; ++i)
    if (i != m + (int)get_group_id(0)) out[i * 512 + g] -= in[i] * out[m * 512 + g];
}

LOOP(gray) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    const int j = i ^ (i >> 1);
    if ((j ^ g) & 128) s += in[j * 64];
    else out[COLUMN(j)] = s;
  }
  out[g] = s;
}

LOOP(triangle_of_tiles) {
  __local float t[64];
  const int g = get_global_id(0), l = get_local_id(0), w = get_group_id(0);
  float s = 0;
  for (int b = 0; b <= w + n / 64; ++b) {
    t[l] = in[b * 64 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < (b == w ? l : 64); ++j) s += t[j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = s;
}

LOOP(collatz_like) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 1; i < n / 4; ++i)
    for (int c = i; c > 1; c = c & 1 ? c - 1 : c >> 1) s += in[COLUMN(c)];
  out[g] = s;
}

LOOP(masked) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    if (((i + g) & 63) < 8) s += in[COLUMN(i)];
    s = s * 0.5f;
  }
  out[g] = s;
}

LOOP(turns_back) {
  const int g = get_global_id(0);
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += in[COLUMN(min(i, max(m - i, 0)))];
    out[COLUMN(i)] = s;
  }
}
