// Gradient of a clamped SwiGLU layer for fused gate and up projections, recomputing its output, four columns an item (machine learning).
kernel void swiglu_back(global const float4 *gate_up, global const float4 *grad_out, int quads, int rows,
                        float alpha, float limit, global float4 *out, global float4 *grad_gate_up)
{
    int q = get_global_id(0), row = get_global_id(1);
    if (q >= quads || row >= rows)
        return;
    size_t at = (size_t)row * quads + q, in = (size_t)row * 2 * quads + q;
    float4 g = gate_up[in], u = gate_up[in + quads], d = grad_out[at];

    float4 gc = fmin(g, limit);
    float4 uc = clamp(u, -limit, limit);
    float4 s = 1.0f / (1.0f + exp(-alpha * gc));
    float4 silu = gc * s;
    float4 slope = s * (1.0f + alpha * gc * (1.0f - s));
    out[at] = (uc + 1.0f) * silu;

    float4 dg = d * (uc + 1.0f) * slope;
    float4 du = d * silu;
    grad_gate_up[in] = select(dg, (float4)(0.0f), g > (float4)(limit));
    grad_gate_up[in + quads] = select(du, (float4)(0.0f), fabs(u) > (float4)(limit));
}
