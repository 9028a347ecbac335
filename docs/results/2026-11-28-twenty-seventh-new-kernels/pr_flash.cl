// Isothermal two-phase flash with the Peng-Robinson equation of state, a reservoir cell per
// work-item: Rachford-Rice inside successive substitution of the equilibrium ratios.
#define NC 4
#define SQ2 1.4142135623730951

/* compressibility: the largest (vapour) or smallest (liquid) real root above B */
static double z_factor(double A, double B, int vapour)
{
    const double c2 = B - 1.0, c1 = A - B * (3.0 * B + 2.0), c0 = B * (B * (1.0 + B) - A);
    const double q = (c2 * c2 - 3.0 * c1) / 9.0;
    const double r = (c2 * (2.0 * c2 * c2 - 9.0 * c1) + 27.0 * c0) / 54.0;
    if (r * r < q * q * q) {
        const double th = acos(r / sqrt(q * q * q)), m = -2.0 * sqrt(q);
        const double a = m * cos(th / 3.0) - c2 / 3.0;
        const double b = m * cos((th + 2.0 * M_PI) / 3.0) - c2 / 3.0;
        return vapour ? fmax(a, b) : a > B ? a : m * cos((th - 2.0 * M_PI) / 3.0) - c2 / 3.0;
    }
    const double s = -copysign(cbrt(fabs(r) + sqrt(r * r - q * q * q)), r);
    return s + (s != 0.0 ? q / s : 0.0) - c2 / 3.0;
}

static void ln_phi(const double *x, const double *sa, const double *b, int vapour, double *lnphi)
{
    double s = 0.0, B = 0.0;
    for (int i = 0; i < NC; i++)
        s += x[i] * sa[i], B += x[i] * b[i];
    const double Z = fmax(z_factor(s * s, B, vapour), B * 1.000001);
    const double f = s * s / (2.0 * SQ2 * B) * log((Z + (1.0 + SQ2) * B) / (Z + (1.0 - SQ2) * B));
    const double lz = log(Z - B);
    for (int i = 0; i < NC; i++)
        lnphi[i] = b[i] / B * (Z - 1.0) - lz - f * (2.0 * sa[i] / s - b[i] / B);
}

__kernel void pr_flash(__global const double *restrict temp, __global const double *restrict pres,
                       __global const double *restrict feed,   /* [NC][ncells] */
                       __constant double *crit,                /* Tc, Pc, omega of each */
                       __global double *restrict vapour_frac, __global double *restrict kout,
                       const int ncells, const int max_iter, const double tol)
{
    const int cell = get_global_id(0);
    double z[NC], K[NC], x[NC], y[NC], sa[NC], b[NC], lpl[NC], lpv[NC], V = 0.5;
    for (int i = 0; i < NC; i++) {
        const double tr = temp[cell] / crit[3 * i], pr = pres[cell] / crit[3 * i + 1];
        const double w = crit[3 * i + 2], kappa = 0.37464 + w * (1.54226 - 0.26992 * w);
        z[i] = feed[i * ncells + cell];
        sa[i] = sqrt(0.45724 * pr) / tr * (1.0 + kappa * (1.0 - sqrt(tr)));
        b[i] = 0.07780 * pr / tr;
        K[i] = exp(5.373 * (1.0 + w) * (1.0 - 1.0 / tr)) / pr;
    }
    for (int it = 0; it < max_iter; it++) {
        double g0 = -1.0, g1 = 1.0, lo = 0.0, hi = 1.0, err = 0.0;
        for (int i = 0; i < NC; i++)
            g0 += z[i] * K[i], g1 -= z[i] / K[i];
        if (g0 <= 0.0 || g1 >= 0.0) {           /* one phase only */
            V = g0 <= 0.0 ? 0.0 : 1.0;
            break;
        }
        for (int n = 0; n < 40; n++) {      /* Newton, kept inside the bracket */
            double g = 0.0, dg = 0.0;
            for (int i = 0; i < NC; i++) {
                const double e = (K[i] - 1.0) / (1.0 + V * (K[i] - 1.0));
                g += z[i] * e;
                dg -= z[i] * e * e;
            }
            if (g > 0.0) lo = V; else hi = V;
            const double next = V - g / dg;
            const double old = V;
            V = next > lo && next < hi ? next : 0.5 * (lo + hi);
            if (fabs(V - old) < 1e-10)
                break;
        }
        for (int i = 0; i < NC; i++)
            y[i] = K[i] * (x[i] = z[i] / (1.0 + V * (K[i] - 1.0)));
        ln_phi(x, sa, b, 0, lpl);
        ln_phi(y, sa, b, 1, lpv);
        for (int i = 0; i < NC; i++) {
            err += pown(lpl[i] - lpv[i] - log(K[i]), 2);
            K[i] = exp(lpl[i] - lpv[i]);
        }
        if (err < tol)
            break;
    }
    vapour_frac[cell] = V;
    for (int i = 0; i < NC; i++)
        kout[i * ncells + cell] = K[i];
}
