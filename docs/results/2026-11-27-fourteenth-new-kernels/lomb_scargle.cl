// Generalized Lomb-Scargle periodogram with floating mean (Zechmeister and Kuerster 2009) of an unevenly sampled light curve.
// One work-item a frequency; samples pass through local memory. The weights sum to one, the weighted mean of value is zero,
// and yy is the weighted sum of its squares.
kernel void lomb_scargle(global const float *time, global const float *value, global const float *weight, int n_samples,
                         int n_frequencies, float first_frequency, float frequency_step, float yy, global float *power,
                         local float4 *tile)
{
    int k = get_global_id(0), lane = get_local_id(0), lanes = get_local_size(0);
    float frequency = first_frequency + k * frequency_step;
    float c_sum = 0.0f, s_sum = 0.0f, cc = 0.0f, cs = 0.0f, yc = 0.0f, ys = 0.0f;
    for (int first = 0; first < n_samples; first += lanes) {
        int mine = first + lane;
        if (mine < n_samples)
            tile[lane] = (float4)(time[mine], weight[mine], weight[mine] * value[mine], 0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        int here = min(lanes, n_samples - first);
        for (int j = 0; j < here; j++) {
            float4 sample = tile[j];
            float turns = sample.x * frequency;
            float c, s = sincos(2.0f * M_PI_F * (turns - floor(turns)), &c);
            float wc = sample.y * c;
            c_sum += wc;
            s_sum += sample.y * s;
            cc += wc * c;
            cs += wc * s;
            yc += sample.z * c;
            ys += sample.z * s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (k >= n_frequencies)
        return;
    float ss = 1.0f - cc - s_sum * s_sum;
    cc -= c_sum * c_sum;
    cs -= c_sum * s_sum;
    float determinant = cc * ss - cs * cs;
    power[k] = (ss * yc * yc + cc * ys * ys - 2.0f * cs * yc * ys) / (yy * determinant);
}
