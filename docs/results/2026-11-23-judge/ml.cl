__kernel void kmeans_assign(__global const float *points, __global const float *cent,
                            __global int *label, const int n, const int k, const int dim)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float best = FLT_MAX;
    int lab = 0;
    for (int c = 0; c < k; ++c) {
        float d2 = 0.0f;
        for (int d = 0; d < dim; ++d) {
            float t = points[i * dim + d] - cent[c * dim + d];
            d2 += t * t;
        }
        if (d2 < best) {
            best = d2;
            lab = c;
        }
    }
    label[i] = lab;
}

/* a work-group per row, numerically safe */
__kernel void softmax_rows(__global const float *x, __global float *y, const int cols)
{
    __local float red[128];
    int l = get_local_id(0), ls = get_local_size(0);
    __global const float *r = x + (size_t)get_group_id(0) * cols;
    __global float *o = y + (size_t)get_group_id(0) * cols;
    float m = -FLT_MAX;
    for (int j = l; j < cols; j += ls)
        m = fmax(m, r[j]);
    red[l] = m;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = ls / 2; s > 0; s >>= 1) {
        if (l < s)
            red[l] = fmax(red[l], red[l + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    m = red[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int j = l; j < cols; j += ls) {
        float e = exp(r[j] - m);
        o[j] = e;
        sum += e;
    }
    red[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = ls / 2; s > 0; s >>= 1) {
        if (l < s)
            red[l] += red[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float inv = 1.0f / red[0];
    for (int j = l; j < cols; j += ls)
        o[j] *= inv;
}

/* layer norm, a work-item per row (as a CPU programmer would) */
__kernel void layernorm(__global const float *x, __global const float *gamma,
                        __global const float *beta, __global float *y,
                        const int rows, const int cols)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    __global const float *p = x + r * cols;
    float mean = 0.0f;
    for (int j = 0; j < cols; ++j)
        mean += p[j];
    mean /= cols;
    float var = 0.0f;
    for (int j = 0; j < cols; ++j) {
        float d = p[j] - mean;
        var += d * d;
    }
    float inv = rsqrt(var / cols + 1e-5f);
    for (int j = 0; j < cols; ++j)
        y[r * cols + j] = (p[j] - mean) * inv * gamma[j] + beta[j];
}

#define D 32
/* causal attention, online softmax, a work-item per query */
__kernel void attention(__global const float *Q, __global const float *K,
                        __global const float *V, __global float *O, const int seq, const float scale)
{
    int q = get_global_id(0);
    if (q >= seq)
        return;
    float qv[D], o[D];
    for (int d = 0; d < D; ++d) {
        qv[d] = Q[q * D + d] * scale;
        o[d] = 0.0f;
    }
    float m = -1e30f, l = 0.0f;
    for (int j = 0; j <= q; ++j) {
        float s = 0.0f;
        for (int d = 0; d < D; ++d)
            s += qv[d] * K[j * D + d];
        float mn = fmax(m, s);
        float corr = exp(m - mn);
        float p = exp(s - mn);
        l = l * corr + p;
        for (int d = 0; d < D; ++d)
            o[d] = o[d] * corr + p * V[j * D + d];
        m = mn;
    }
    for (int d = 0; d < D; ++d)
        O[q * D + d] = o[d] / l;
}

/* int8 fully connected layer, int32 accumulation, weights n x k */
__kernel void dense_i8(__global const char4 *w, __global const char4 *x, __global const float *scale,
                       __global float *y, const int n, const int k4)
{
    int i = get_global_id(0);
    int b = get_global_id(1);
    if (i >= n)
        return;
    int acc = 0;
    for (int k = 0; k < k4; ++k) {
        int4 a = convert_int4(w[i * k4 + k]);
        int4 v = convert_int4(x[b * k4 + k]);
        int4 p = a * v;
        acc += p.x + p.y + p.z + p.w;
    }
    y[b * n + i] = (float)acc * scale[i];
}
