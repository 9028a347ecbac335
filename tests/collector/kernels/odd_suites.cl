// image filter, SHOC/Rodinia-like; hand-written
#define IDX(r,c,n) ((r)*(n)+(c))
typedef struct { float4 lo, hi; int left; int right; } Node;
typedef struct __attribute__((packed)) { char tag; float v; } Packed;
kernel void stencil2d(global const float* restrict in, global float* restrict out, int n, int it, local float* sh) {
  int lx = get_local_id(0), ly = get_local_id(1), bx = get_group_id(0), by = get_group_id(1);
  int lw = get_local_size(0) + 2;
  int gx = bx * get_local_size(0) + lx + 1, gy = by * get_local_size(1) + ly + 1;
  sh[(ly + 1) * lw + lx + 1] = in[gy * n + gx];
  if (lx == 0) sh[(ly + 1) * lw] = in[gy * n + gx - 1];
  if (lx == get_local_size(0) - 1) sh[(ly + 1) * lw + lx + 2] = in[gy * n + gx + 1];
  if (ly == 0) sh[lx + 1] = in[(gy - 1) * n + gx];
  if (ly == get_local_size(1) - 1) sh[(ly + 2) * lw + lx + 1] = in[(gy + 1) * n + gx];
  barrier(CLK_LOCAL_MEM_FENCE);
  float c = sh[(ly + 1) * lw + lx + 1];
  for (int k = 0; k < it; ++k) c = 0.25f * (sh[ly * lw + lx + 1] + sh[(ly + 2) * lw + lx + 1] + sh[(ly+1)*lw+lx] + sh[(ly+1)*lw+lx+2]);
  out[gy * n + gx] = c;
}
kernel void packed(global Packed* p, int n) { int i = get_global_id(0); if (i < n) { p[i].v *= 2.0f; p[i].tag = 1; } }
kernel void nodes(global const Node* t, global float* out, int depth) {
  int at = 0; float s = 0;
  for (int d = 0; d < depth; ++d) { s += t[at].lo.x; at = (get_global_id(0) >> d) & 1 ? t[at].left : t[at].right; }
  out[get_global_id(0)] = s;
}
kernel void heap_tree(global const float4* t, global float* out, int depth) {
  int at = 0; float s = 0;
  for (int d = 0; d < depth; ++d) { s += t[at].y; at = 2 * at + 1 + ((get_global_id(0) >> d) & 1); }
  out[get_global_id(0)] = s;
}
kernel void prefix_doubling(global float* a, int n) {
  int i = get_local_id(0); local float t[2][64]; int p = 0;
  t[0][i] = a[get_global_id(0)];
  for (int off = 1; off < (int)get_local_size(0); off <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    t[1 - p][i] = t[p][i] + (i >= off ? t[p][i - off] : 0.0f);
    p = 1 - p;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[p][i];
}
kernel void odd_even(global int* a, int n) {
  int i = get_global_id(0);
  for (int phase = 0; phase < n; ++phase) {
    int j = 2 * i + (phase & 1);
    if (j + 1 < n) { int x = a[j], y = a[j+1]; a[j] = min(x, y); a[j+1] = max(x, y); }
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
kernel void triples(global const float* a, global float* y, int n) {
  float s = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    for (int j = i + 1; j < n; ++j) for (int k = j + 1; k < n; k += 2) s += a[i] * a[j] * a[k];
  y[get_global_id(0)] = s;
}
kernel void diag_band(global float* a, int n, int b) {
  int i = get_global_id(1), j = get_global_id(0);
  if (abs(i - j) <= b && i < n && j < n) a[IDX(i, j, n)] = 1.0f;
}
kernel void block_cyclic(global const float* a, global float* y, int n, int nb) {
  int g = get_group_id(0), ng = get_num_groups(0), l = get_local_id(0), L = get_local_size(0);
  float s = 0;
  for (int blk = g; blk * nb < n; blk += ng) for (int i = blk * nb + l; i < min((blk + 1) * nb, n); i += L) s += a[i];
  y[get_global_id(0)] = s;
}
kernel void upsample(global const uchar* in, global uchar* out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= 2 * w || y >= 2 * h) return;
  out[y * 2 * w + x] = in[(y / 2) * w + x / 2];
}
kernel void ring(global float* a, int n, int k) {
  int i = get_global_id(0);
  a[(i + k) % n] = a[(i - k + n) % n] + 1.0f;
}
kernel void histogram256(global const uchar4* d, global uint* h, int n) {
  local uint b[256]; int l = get_local_id(0);
  for (int k = l; k < 256; k += get_local_size(0)) b[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) { uchar4 v = d[i]; atomic_inc(&b[v.x]); atomic_inc(&b[v.y]); }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = l; k < 256; k += get_local_size(0)) h[get_group_id(0) * 256 + k] = b[k];
}
kernel void cond_store(global const float* a, global float* y, int n, float t) {
  int i = get_global_id(0); float v = a[i];
  if (v > t) y[i] = v; else if (i % 2 == 0) y[i + n] = v;
}
kernel void comma_loop(global float* a, int n) {
  int i, j; float s = 0;
  for (i = 0, j = n; i < j; i++, j -= 2, s += a[i]) { if (j & 1) { a[j] = s; } }
  a[get_global_id(0)] += s;
}
kernel void ulong_mix(global ulong* a, ulong n, uint sh) {
  ulong i = get_global_id(0); 
  for (ulong k = i; k < n; k += (ulong)get_global_size(0) << 1) a[k] ^= a[k] >> sh;
}
kernel void size_min(global float* a, uint n) { 
  size_t i = get_global_id(0); size_t e = min((size_t)n, i + 4);
  for (; i < e; ++i) a[i * 2] = 0; }
kernel void while_shift(global float* a, uint n) { uint m = n, c = 0; while (m >>= 1) { a[c++] += 1.0f; } a[c + 10] = 1; }
kernel void do_geo(global float* a, int n) { int s = 1; do { a[s] += a[s - 1]; s *= 2; } while (s < n); }
kernel void charmul(global float* a) { char i = (char)get_global_id(0); uchar u = (uchar)(i * 3); ushort v = (ushort)(u << 8); a[u] = v; a[(v >> 8) + 256] = 1; }
