// Training of neural networks: a step of AdamW in place on weights and both moments, four weights a work-item, and
// the new weights once more as bfloat16, rounded to nearest even.

kernel void adamw_bf16(global float4 *restrict weights, global float4 *restrict moment1,
                       global float4 *restrict moment2, global const float4 *restrict gradient,
                       global ushort4 *restrict halves, float rate, float decay, float beta1, float beta2,
                       float unbias1, float unbias2, float epsilon) {
  const int i = get_global_id(0);
  const float4 g = gradient[i];
  const float4 m = beta1 * moment1[i] + (1.0f - beta1) * g;
  const float4 v = beta2 * fmax(moment2[i], 0.0f) + (1.0f - beta2) * g * g;
  moment1[i] = m;
  moment2[i] = v;
  const float4 w = weights[i] * (1.0f - rate * decay) - rate * unbias1 * m / (sqrt(v * unbias2) + epsilon);
  weights[i] = w;
  const uint4 bits = as_uint4(w);
  halves[i] = convert_ushort4((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
