// Rotates each row of activations by a randomized Hadamard matrix and rounds it to 8 bits with one scale a row, before an
// 8-bit matrix product (QuIP#, QuaRot). One work-group a row; n, the padded width, is a power of two; the local size too.
kernel void hadamard_quant(global const float *activation, global const uint *sign_bits, int width, int n,
                           global char4 *quantized, global float *scale, local float *v, local float *peaks)
{
    int row = get_group_id(0), lane = get_local_id(0), lanes = get_local_size(0);
    global const float *x = activation + (size_t)row * width;

    // The random signs and the first two stages, in registers.
    for (int q = lane; q < n / 4; q += lanes) {
        int c = 4 * q;
        float4 t = (float4)(0.0f);
        if (c + 4 <= width) {
            t = vload4(0, x + c);
        } else {
            if (c < width) t.x = x[c];
            if (c + 1 < width) t.y = x[c + 1];
            if (c + 2 < width) t.z = x[c + 2];
        }
        uint bits = sign_bits[c >> 5] >> (c & 31);
        t = as_float4(as_uint4(t) ^ ((uint4)(bits, bits >> 1, bits >> 2, bits >> 3) << 31));
        float4 s = (float4)(t.x + t.y, t.x - t.y, t.z + t.w, t.z - t.w);
        vstore4((float4)(s.xy + s.zw, s.xy - s.zw), q, v);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int half_size = 4; half_size < n; half_size <<= 1) {
        for (int b = lane; b < n / 2; b += lanes) {
            int low = ((b & -half_size) << 1) | (b & (half_size - 1));
            float p = v[low], q = v[low + half_size];
            v[low] = p + q;
            v[low + half_size] = p - q;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    float peak = 0.0f;
    for (int c = lane; c < n; c += lanes)
        peak = fmax(peak, fabs(v[c]));
    peaks[lane] = peak;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = lanes / 2; step > 0; step /= 2) {
        if (lane < step)
            peaks[lane] = fmax(peaks[lane], peaks[lane + step]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    peak = peaks[0];

    float inverse = peak > 0.0f ? 127.0f / peak : 0.0f;
    for (int q = lane; q < n / 4; q += lanes)
        quantized[(size_t)row * (n / 4) + q] = convert_char4_sat_rte(vload4(q, v) * inverse);
    if (lane == 0)
        scale[row] = peak / (127.0f * sqrt((float)n));
}
