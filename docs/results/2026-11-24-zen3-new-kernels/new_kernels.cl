// Twelve kernels in the manner of programs for simulation, imaging, linear algebra, statistics, coding
// and geometry, written for this study; no part of clgauge had seen them when their times were predicted.

// Midpoint steps of Lorenz's model of 1996, five variables on a ring, one system a work-item.
kernel void lorenz96(global float *restrict state, int n, int steps) {
  const int i = get_global_id(0);
  float y[5], half_way[5], d[5];
  for (int e = 0; e < 5; ++e) y[e] = state[e * n + i];
  for (int s = 0; s < steps; ++s) {
    for (int e = 0; e < 5; ++e) d[e] = (y[(e + 1) % 5] - y[(e + 3) % 5]) * y[(e + 4) % 5] - y[e] + 8.0f;
    for (int e = 0; e < 5; ++e) half_way[e] = y[e] + 0.005f * d[e];
    for (int e = 0; e < 5; ++e)
      d[e] = (half_way[(e + 1) % 5] - half_way[(e + 3) % 5]) * half_way[(e + 4) % 5] - half_way[e] + 8.0f;
    for (int e = 0; e < 5; ++e) y[e] += 0.01f * d[e];
  }
  for (int e = 0; e < 5; ++e) state[e * n + i] = y[e];
}

// Sharpening of an image with a blur of 3 by 3, edges repeated, one flat range over all pixels.
kernel void unsharp_flat(global const float *restrict image, global float *restrict out, int width,
                         int height, float amount) {
  const int i = get_global_id(0);
  const int x = i % width, y = i / width;
  const int w = max(x - 1, 0), e = min(x + 1, width - 1);
  const int above = max(y - 1, 0) * width, here = y * width, below = min(y + 1, height - 1) * width;
  const float c = image[here + x];
  const float blur = 0.0625f * (image[above + w] + image[above + e] + image[below + w] + image[below + e]) +
                     0.125f * (image[above + x] + image[below + x] + image[here + w] + image[here + e]) +
                     0.25f * c;
  out[i] = clamp(c + amount * (c - blur), 0.0f, 1.0f);
}

// A step of Perona and Malik's diffusion in a volume, six neighbours and as many divisions, flat range.
kernel void perona_malik3d(global const float *restrict u, global float *restrict out, int nx, int ny,
                           int nz) {
  const int i = get_global_id(0), plane = nx * ny;
  const int x = i % nx, y = (i / nx) % ny, z = i / plane;
  const float c = u[i];
  if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) {
    out[i] = c;
    return;
  }
  const float w = u[i - 1] - c, e = u[i + 1] - c, s = u[i - nx] - c, n = u[i + nx] - c,
              b = u[i - plane] - c, t = u[i + plane] - c;
  const float flow = w / (1.0f + 4.0f * w * w) + e / (1.0f + 4.0f * e * e) + s / (1.0f + 4.0f * s * s) +
                     n / (1.0f + 4.0f * n * n) + b / (1.0f + 4.0f * b * b) + t / (1.0f + 4.0f * t * t);
  out[i] = c + 0.12f * flow;
}

// Weighted sums of values and of their squares: a part a work-group, halved in local memory.
kernel void weighted_moments(global const float *restrict x, global const float *restrict weight,
                             global float2 *restrict partial, int per) {
  local float sums[256], squares[256];
  const int l = get_local_id(0), first = get_group_id(0) * 256 * per + l;
  float sum = 0, square = 0;
  for (int k = 0; k < per; ++k) {
    const float v = x[first + k * 256], wv = weight[first + k * 256] * v;
    sum += wv;
    square += wv * v;
  }
  sums[l] = sum;
  squares[l] = square;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int h = 128; h > 0; h /= 2) {
    if (l < h) {
      sums[l] += sums[l + h];
      squares[l] += squares[l + h];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) partial[get_group_id(0)] = (float2)(sums[0], squares[0]);
}

// A product of complex matrices, n by m and m by n: two rows and two columns a work-item, in registers.
kernel void cgemm_2x2(global const float2 *restrict a, global const float2 *restrict b,
                      global float2 *restrict c, int n, int m) {
  const int j = get_global_id(0), i = 2 * get_global_id(1), half_n = n / 2;
  float2 c00 = 0, c01 = 0, c10 = 0, c11 = 0;
  for (int k = 0; k < m; ++k) {
    const float2 p = a[i * m + k], q = a[(i + 1) * m + k];
    const float2 r = b[k * n + j], s = b[k * n + j + half_n];
    c00.x += p.x * r.x - p.y * r.y;
    c00.y += p.x * r.y + p.y * r.x;
    c01.x += p.x * s.x - p.y * s.y;
    c01.y += p.x * s.y + p.y * s.x;
    c10.x += q.x * r.x - q.y * r.y;
    c10.y += q.x * r.y + q.y * r.x;
    c11.x += q.x * s.x - q.y * s.y;
    c11.y += q.x * s.y + q.y * s.x;
  }
  c[i * n + j] = c00;
  c[i * n + j + half_n] = c01;
  c[(i + 1) * n + j] = c10;
  c[(i + 1) * n + j + half_n] = c11;
}

// A filter with two poles and two zeros along rows: a recurrence, a row a work-item, double precision.
kernel void biquad_rows(global const double *restrict in, global double *restrict out, int length) {
  const int row = get_global_id(0) * length;
  double s1 = 0, s2 = 0;
  for (int t = 0; t < length; ++t) {
    const double x = in[row + t];
    const double y = 0.02 * x + s1;
    s1 = 0.04 * x + 1.56 * y + s2;
    s2 = 0.02 * x - 0.64 * y;
    out[row + t] = y;
  }
}

// Both parities of a disk array: exclusive or, and Horner's rule in the field of 256 elements, by bytes.
kernel void raid6_syndrome(global const uchar *restrict data, global uchar *restrict p,
                           global uchar *restrict q, int n, int disks) {
  const int i = get_global_id(0);
  uchar parity = 0, syndrome = 0;
  for (int d = disks - 1; d >= 0; --d) {
    const uchar byte = data[d * n + i];
    const uchar carry = (uchar)((syndrome >> 7) * 0x1d);
    parity ^= byte;
    syndrome = (uchar)((syndrome << 1) ^ carry ^ byte);
  }
  p[i] = parity;
  q[i] = syndrome;
}

typedef struct {
  float r, g, b;
} Rgb;

typedef struct {
  float h, s, v;
} Hsv;

// Colours as hue, saturation and value: pixels of three floats, the hue by the largest of them.
kernel void rgb_to_hsv(global const Rgb *restrict in, global Hsv *restrict out) {
  const int i = get_global_id(0);
  const float r = in[i].r, g = in[i].g, b = in[i].b;
  const float most = fmax(r, fmax(g, b)), least = fmin(r, fmin(g, b)), range = most - least;
  const float scale = range > 0.0f ? 1.0f / range : 0.0f;
  float h;
  if (most == r)
    h = (g - b) * scale;
  else if (most == g)
    h = 2.0f + (b - r) * scale;
  else
    h = 4.0f + (r - g) * scale;
  out[i].h = 60.0f * (h < 0.0f ? h + 6.0f : h);
  out[i].s = most > 0.0f ? range / most : 0.0f;
  out[i].v = most;
}

// Bessel's function of order zero: rational below eight, a wave with two polynomials above; double.
kernel void bessel_j0(global const double *restrict in, global double *restrict out) {
  const int i = get_global_id(0);
  const double x = fabs(4.0 * in[i]);
  double value;
  if (x < 8.0) {
    const double y = x * x;
    const double p =
        57568490574.0 +
        y * (-13362590354.0 +
             y * (651619640.7 + y * (-11214424.18 + y * (77392.33017 + y * -184.9052456))));
    const double q =
        57568490411.0 + y * (1029532985.0 + y * (9494680.718 + y * (59272.64853 + y * (267.8532712 + y))));
    value = p / q;
  } else {
    const double z = 8.0 / x, y = z * z, phase = x - 0.785398164;
    const double p =
        1.0 + y * (-0.1098628627e-2 + y * (0.2734510407e-4 + y * (-0.2073370639e-5 + y * 0.2093887211e-6)));
    const double q =
        -0.1562499995e-1 +
        y * (0.1430488765e-3 + y * (-0.6911147651e-5 + y * (0.7621095161e-6 - y * 0.934935152e-7)));
    value = sqrt(0.636619772 / x) * (cos(phase) * p - z * sin(phase) * q);
  }
  out[i] = value;
}

// Symmetric systems of four equations by Cholesky's factors, one a work-item, matrices one after another.
kernel void cholesky4(global const float *restrict a, global const float4 *restrict b,
                      global float4 *restrict x) {
  const int i = get_global_id(0), m = 16 * i;
  const float r0 = rsqrt(fabs(a[m]) + 16.0f);
  const float l10 = a[m + 4] * r0, l20 = a[m + 8] * r0, l30 = a[m + 12] * r0;
  const float r1 = rsqrt(fabs(a[m + 5]) + 16.0f - l10 * l10);
  const float l21 = (a[m + 9] - l20 * l10) * r1, l31 = (a[m + 13] - l30 * l10) * r1;
  const float r2 = rsqrt(fabs(a[m + 10]) + 16.0f - l20 * l20 - l21 * l21);
  const float l32 = (a[m + 14] - l30 * l20 - l31 * l21) * r2;
  const float r3 = rsqrt(fabs(a[m + 15]) + 16.0f - l30 * l30 - l31 * l31 - l32 * l32);
  const float4 v = b[i];
  const float y0 = v.x * r0;
  const float y1 = (v.y - l10 * y0) * r1;
  const float y2 = (v.z - l20 * y0 - l21 * y1) * r2;
  const float y3 = (v.w - l30 * y0 - l31 * y1 - l32 * y2) * r3;
  const float x3 = y3 * r3;
  const float x2 = (y2 - l32 * x3) * r2;
  const float x1 = (y1 - l21 * x2 - l31 * x3) * r1;
  const float x0 = (y0 - l10 * x1 - l20 * x2 - l30 * x3) * r0;
  x[i] = (float4)(x0, x1, x2, x3);
}

// The interleaver of turbo codes: within a block, what stands at a quadratic polynomial of the place.
kernel void qpp_interleave(global const float *restrict in, global float *restrict out, int k, int f1,
                           int f2) {
  const int i = get_global_id(0), block = get_global_id(1) * k;
  const int factor = (f1 + f2 * i) % k;
  out[block + i] = in[block + (i * factor) % k];
}

// Points inside a polygon: crossings of a ray with every edge, counted without a division.
kernel void point_in_polygon(global const float2 *restrict points, global const float2 *restrict corners,
                             global int *restrict inside, int m) {
  const int i = get_global_id(0);
  const float2 p = points[i];
  float2 from = corners[m - 1];
  int crossings = 0;
  for (int k = 0; k < m; ++k) {
    const float2 to = corners[k];
    const float side = (to.x - from.x) * (p.y - from.y) - (p.x - from.x) * (to.y - from.y);
    const int up = from.y <= p.y && to.y > p.y && side > 0.0f;
    const int down = from.y > p.y && to.y <= p.y && side < 0.0f;
    crossings += up + down;
    from = to;
  }
  inside[i] = crossings & 1;
}
