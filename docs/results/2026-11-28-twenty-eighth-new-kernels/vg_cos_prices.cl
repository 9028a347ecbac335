// European options under the variance gamma model by the COS method (Fang & Oosterlee 2008),
// an option per work-item: a put by the cosine series, a call by parity.
#define PI 3.14159265358979323846

typedef struct { double re, im; } cplx;

/* exp(i u drift t) * (1 - i theta nu u + sigma^2 nu u^2 / 2) ^ (-t / nu) */
static cplx vg_cf(double u, double t, double drift, double sigma, double theta, double nu)
{
    const double a = 1.0 + 0.5 * sigma * sigma * nu * u * u;
    const double b = -theta * nu * u;
    const double p = -t / nu;
    const double mod = exp(0.5 * p * log(a * a + b * b));
    const double arg = p * atan2(b, a) + u * drift * t;
    double c;
    const double s = sincos(arg, &c);
    return (cplx){mod * c, mod * s};
}

/* cosine coefficients of the put's payoff, (K - S)+ / K on [lo, 0] */
static double put_coef(int k, double lo, double hi)
{
    const double w = k * PI / (hi - lo);
    double cd;
    const double sd = sincos(-w * lo, &cd);
    const double ec = exp(lo);
    const double chi = (cd - ec + w * sd) / (1.0 + w * w);
    const double psi = k == 0 ? -lo : sd / w;
    return 2.0 / (hi - lo) * (psi - chi);
}

__kernel void vg_cos_prices(__global const double *restrict strike,
                            __global const double *restrict expiry,
                            __global const uchar *restrict is_call,
                            __global double *restrict price,
                            __global double *restrict delta,
                            const int n, const int nterms,
                            const double spot, const double rate, const double yield,
                            const double sigma, const double theta, const double nu)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;
    const double k = strike[i], t = expiry[i];
    if (t <= 0.0) {
        price[i] = fmax(is_call[i] ? spot - k : k - spot, 0.0);
        delta[i] = 0.0;
        return;
    }

    const double omega = log(1.0 - theta * nu - 0.5 * sigma * sigma * nu) / nu;
    const double drift = rate - yield + omega;
    const double x = log(spot / k);

    /* truncation by the cumulants */
    const double c1 = (rate - yield + theta) * t;
    const double c2 = (sigma * sigma + nu * theta * theta) * t;
    const double s2 = sigma * sigma, th2 = theta * theta;
    const double c4 = 3.0 * t * nu * (s2 * s2 + 2.0 * nu * nu * th2 * th2 + 4.0 * s2 * th2 * nu);
    const double half_w = 10.0 * sqrt(c2 + sqrt(c4));
    const double lo = fmin(x + c1 - half_w, -1e-3), hi = fmax(x + c1 + half_w, 1e-3);

    double value = 0.0, slope = 0.0;
    for (int m = 0; m < nterms; m++) {
        const double u = m * PI / (hi - lo);
        const cplx phi = vg_cf(u, t, drift, sigma, theta, nu);
        double cc;
        const double ss = sincos(u * (x - lo), &cc);
        const double v = m == 0 ? 0.5 * put_coef(m, lo, hi) : put_coef(m, lo, hi);
        value += v * (phi.re * cc - phi.im * ss);
        slope -= v * u * (phi.re * ss + phi.im * cc);
    }

    const double df = exp(-rate * t), dq = exp(-yield * t);
    double pv = k * df * value;
    double dl = k * df * slope / spot;
    if (is_call[i]) {
        pv += spot * dq - k * df;
        dl += dq;
    }
    price[i] = fmax(pv, 0.0);
    delta[i] = dl;
}
