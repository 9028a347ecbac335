#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* Atmospheric chemistry box model: each cell integrates Robertson's stiff kinetics with its own rates over one transport
 * step, by the two-stage Rosenbrock method Ros2 with adaptive steps. The Jacobian is factored in place at each step. */

#define SPECIES 3
#define GAMMA 1.7071067811865475

void rates_of_change(const double *y, const double *k, double *dy)
{
    const double r1 = k[0] * y[0];
    const double r2 = k[1] * y[1] * y[1];
    const double r3 = k[2] * y[1] * y[2];
    dy[0] = -r1 + r3;
    dy[1] = r1 - r2 - r3;
    dy[2] = r2;
}

void solve(double lu[SPECIES][SPECIES], double *x)
{
    for (int i = 1; i < SPECIES; i++)
        for (int j = 0; j < i; j++)
            x[i] -= lu[i][j] * x[j];
    for (int i = SPECIES - 1; i >= 0; i--) {
        for (int j = i + 1; j < SPECIES; j++)
            x[i] -= lu[i][j] * x[j];
        x[i] /= lu[i][i];
    }
}

__kernel void robertson_ros2(__global const double *initial, __global const double *rate_constants,
                             __global double *outcome, __global int2 *statistics, int cells, int max_steps,
                             double duration, double rtol, double atol)
{
    const int cell = get_global_id(0);
    if (cell >= cells)
        return;

    double y[SPECIES], k[SPECIES];
    for (int s = 0; s < SPECIES; s++) {
        y[s] = initial[s * cells + cell];
        k[s] = rate_constants[s * cells + cell];
    }

    double t = 0.0, h = 1e-5;
    int accepted = 0, rejected = 0;
    while (t < duration && accepted + rejected < max_steps) {
        if (t + h > duration)
            h = duration - t;

        double lu[SPECIES][SPECIES] = {
            { k[0], -k[2] * y[2], -k[2] * y[1] },
            { -k[0], 2.0 * k[1] * y[1] + k[2] * y[2], k[2] * y[1] },
            { 0.0, -2.0 * k[1] * y[1], 0.0 }
        };
        const double diagonal = 1.0 / (h * GAMMA);
        for (int i = 0; i < SPECIES; i++)
            lu[i][i] += diagonal;
        for (int p = 0; p < SPECIES - 1; p++)
            for (int i = p + 1; i < SPECIES; i++) {
                lu[i][p] /= lu[p][p];
                for (int j = p + 1; j < SPECIES; j++)
                    lu[i][j] -= lu[i][p] * lu[p][j];
            }

        double k1[SPECIES], k2[SPECIES], middle[SPECIES], fresh[SPECIES];
        rates_of_change(y, k, k1);
        solve(lu, k1);
        for (int s = 0; s < SPECIES; s++)
            middle[s] = y[s] + k1[s] / GAMMA;
        rates_of_change(middle, k, k2);
        for (int s = 0; s < SPECIES; s++)
            k2[s] -= 2.0 / (GAMMA * h) * k1[s];
        solve(lu, k2);

        double sum = 0.0;
        for (int s = 0; s < SPECIES; s++) {
            fresh[s] = y[s] + (1.5 * k1[s] + 0.5 * k2[s]) / GAMMA;
            const double scale = atol + rtol * fmax(fabs(y[s]), fabs(fresh[s]));
            const double e = 0.5 * (k1[s] + k2[s]) / (GAMMA * scale);
            sum += e * e;
        }
        const double error = fmax(sqrt(sum / SPECIES), 1e-10);
        const double factor = clamp(0.9 * rsqrt(error), 0.2, 6.0);
        if (error <= 1.0) {
            t += h;
            for (int s = 0; s < SPECIES; s++)
                y[s] = fmax(fresh[s], 0.0);
            accepted++;
        } else {
            rejected++;
        }
        h *= factor;
    }

    for (int s = 0; s < SPECIES; s++)
        outcome[s * cells + cell] = y[s];
    statistics[cell] = (int2)(accepted, rejected);
}
