// Implied volatilities of SABR smiles by Hagan's expansion and the Black-76 prices of their out-of-the-money options (finance).
double normal_cdf(double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}

// a smile: forward, expiry, alpha, beta, rho, nu, at-the-money volatility, discount factor
kernel void sabr_smile(global const double *smile, global const double *moneyness, int n_strikes, int n_smiles,
                       double shift, global double *volatility, global double *price)
{
    int k = get_global_id(0), s = get_global_id(1);
    if (k >= n_strikes || s >= n_smiles)
        return;
    double8 c = vload8(s, smile);
    double forward = c.s0 + shift, expiry = c.s1, alpha = c.s2, beta = c.s3, rho = c.s4, nu = c.s5;
    double root = sqrt(expiry);
    double strike = forward * exp(moneyness[k] * c.s6 * root);

    double b1 = 1.0 - beta;
    double l = log(forward / strike);
    double l2 = b1 * b1 * l * l;
    double fk = beta == 1.0 ? 1.0 : pow(forward * strike, 0.5 * b1);
    double front = alpha / (fk * (1.0 + l2 * (1.0 / 24.0) + l2 * l2 * (1.0 / 1920.0)));
    double a = alpha / fk;
    double time = 1.0 + expiry * (b1 * b1 * a * a * (1.0 / 24.0) + 0.25 * rho * beta * nu * a
                                  + (2.0 - 3.0 * rho * rho) * nu * nu * (1.0 / 24.0));
    double z = nu / alpha * fk * l;
    double ratio;
    if (fabs(z) < 1e-6)
        ratio = 1.0 - 0.5 * rho * z;
    else
        ratio = z / log((sqrt(1.0 - 2.0 * rho * z + z * z) + z - rho) / (1.0 - rho));
    double vol = fmax(front * ratio * time, 1e-4);

    double deviation = vol * root;
    double d1 = l / deviation + 0.5 * deviation;
    double d2 = d1 - deviation;
    double w = strike >= forward ? 1.0 : -1.0;
    double value = c.s7 * w * (forward * normal_cdf(w * d1) - strike * normal_cdf(w * d2));

    size_t at = (size_t)s * n_strikes + k;
    volatility[at] = vol;
    price[at] = value;
}
