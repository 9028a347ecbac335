// Shortwave radiation: two-stream layer properties and the adding method, a column and a spectral
// point a work-item, layers counted from the top; arrays are column-fastest.
#define MAX_LAYERS 64

__kernel void sw_twostream(__global const float *restrict tau, __global const float *restrict ssa,
                           __global const float *restrict asym, __global const float *restrict mu0_,
                           __global const float *restrict albedo, __global const float *restrict toa,
                           __global float *restrict flux_up, __global float *restrict flux_dn,
                           const int n_col, const int n_gpt, const int n_lay)
{
    const int col = get_global_id(0), g = get_global_id(1);
    if (col >= n_col || g >= n_gpt)
        return;
    const int lay0 = g * n_lay * n_col + col;
    const int lev0 = g * (n_lay + 1) * n_col + col;

    const float mu0 = mu0_[col];
    if (mu0 <= 0.01f) {                                  // night
        for (int k = 0; k <= n_lay; k++) {
            flux_up[lev0 + k * n_col] = 0.0f;
            flux_dn[lev0 + k * n_col] = 0.0f;
        }
        return;
    }
    const float inv_mu0 = 1.0f / mu0;

    float refl[MAX_LAYERS], tran[MAX_LAYERS], src_up[MAX_LAYERS], src_dn[MAX_LAYERS];
    float direct = toa[g] * mu0;
    for (int k = 0; k < n_lay; k++) {
        const int at = lay0 + k * n_col;
        float t = tau[at], w = ssa[at], f = asym[at];
        if (f > 0.0f) {                                  // delta scaling of the cloudy layers
            const float ff = f * f;
            t *= 1.0f - w * ff;
            w = w * (1.0f - ff) / (1.0f - w * ff);
            f = f / (1.0f + f);
        }
        const float g1 = (8.0f - w * (5.0f + 3.0f * f)) * 0.25f;
        const float g2 = 3.0f * (w * (1.0f - f)) * 0.25f;
        const float g3 = (2.0f - 3.0f * mu0 * f) * 0.25f;
        const float g4 = 1.0f - g3;
        const float a1 = g1 * g4 + g2 * g3;
        const float a2 = g1 * g3 + g2 * g4;
        const float kk = sqrt(fmax((g1 - g2) * (g1 + g2), 1e-4f));
        const float em = exp(-t * kk), em2 = em * em;
        const float rt = 1.0f / (kk * (1.0f + em2) + g1 * (1.0f - em2));
        const float r_dif = rt * g2 * (1.0f - em2);
        const float t_dif = rt * 2.0f * kk * em;
        const float t_noscat = exp(-t * inv_mu0);
        const float kmu = kk * mu0;
        float one = 1.0f - kmu * kmu;
        if (fabs(one) < 1e-3f)
            one = 1e-3f;
        const float rs = w * rt / one;
        const float kg3 = kk * g3, kg4 = kk * g4;
        float r_dir = rs * ((1.0f - kmu) * (a2 + kg3) - (1.0f + kmu) * (a2 - kg3) * em2
                            - 2.0f * (kg3 - a2 * kmu) * em * t_noscat);
        float t_dir = -rs * ((1.0f + kmu) * (a1 + kg4) * t_noscat - (1.0f - kmu) * (a1 - kg4) * em2 * t_noscat
                             - 2.0f * (kg4 + a1 * kmu) * em);
        r_dir = clamp(r_dir, 0.0f, 1.0f - t_noscat);
        t_dir = clamp(t_dir, 0.0f, 1.0f - t_noscat - r_dir);
        refl[k] = r_dif;
        tran[k] = t_dif;
        src_up[k] = r_dir * direct;
        src_dn[k] = t_dir * direct;
        flux_dn[lev0 + k * n_col] = direct;              // the direct beam, the diffuse added below
        direct *= t_noscat;
    }
    flux_dn[lev0 + n_lay * n_col] = direct;

    // upwards: albedo and source of all that lies below each level, kept in place of the layer's
    float alb = albedo[col], src = direct * alb;
    for (int k = n_lay - 1; k >= 0; k--) {
        const float den = 1.0f / (1.0f - refl[k] * alb);
        const float below = alb, below_src = src;
        src = src_up[k] + tran[k] * den * (below_src + below * src_dn[k]);
        alb = refl[k] + tran[k] * tran[k] * below * den;
        src_up[k] = below_src;
        const float dn_gain = tran[k] * den;
        src_dn[k] = (refl[k] * below_src + src_dn[k]) * den;
        tran[k] = dn_gain;
        refl[k] = below;
    }

    // downwards
    float down = 0.0f;
    flux_up[lev0] = src;
    for (int k = 0; k < n_lay; k++) {
        down = tran[k] * down + src_dn[k];
        const int at = lev0 + (k + 1) * n_col;
        flux_up[at] = down * refl[k] + src_up[k];
        flux_dn[at] += down;
    }
}
