// Value and average life of mortgage pools along simulated paths of the short rate: each month the scheduled
// payment, the prepayments (rate incentive, seasoning, month of the year, burn-out) and the discounting at an
// option-adjusted spread, until the pool is paid off or called.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct {
    double gross;               // what the borrowers pay, a year
    double net;                 // what the holders get
    int age;                    // months
    int left;
} pool_terms;

__constant double season[12] = {0.94, 0.76, 0.74, 0.95, 0.98, 0.92, 0.98, 1.10, 1.18, 1.22, 1.23, 0.98};

__kernel void mbs_prepay(__global const double *restrict short_rate,      // months x npaths
                         __global const pool_terms *restrict pools,
                         __global double *restrict value,                 // npools x npaths
                         __global double *restrict life,                  // years
                         const int npaths,
                         const int start_month,
                         const double spread,
                         const double call_at)
{
    const int path = get_global_id(0);
    const int pool = get_global_id(1);
    if (path >= npaths)
        return;
    const double net = pools[pool].net / 12.0;
    const double gross_year = pools[pool].gross;
    const double gross = gross_year / 12.0;
    const int age = pools[pool].age;
    const int left = pools[pool].left;

    double growth = pow(1.0 + gross, (double)left);
    double balance = 1.0;
    double discount = 1.0;
    double worth = 0.0;
    double years = 0.0;
    double smooth = short_rate[path];
    for (int month = 0; month < left; month++) {
        const double r = short_rate[(size_t)month * npaths + path];
        discount *= exp((r + spread) * (-1.0 / 12.0));
        smooth += 0.15 * (r - smooth);
        const double offered = 0.026 + 0.68 * smooth;
        double cpr = 0.2406 - 0.1389 * atan(5.952 * (1.089 - gross_year / offered));
        cpr *= fmin((age + month + 1) * (1.0 / 30.0), 1.0) * season[(start_month + month) % 12] * (0.3 + 0.7 * balance);
        const double smm = 1.0 - pow(1.0 - cpr, 1.0 / 12.0);
        const double scheduled = balance * gross / (growth - 1.0);
        double paid = scheduled + (balance - scheduled) * smm;
        if (balance - paid < call_at)
            paid = balance;
        worth += discount * (balance * net + paid);
        years += paid * (month + 1) * (1.0 / 12.0);
        balance -= paid;
        if (balance <= 0.0)
            break;
        growth /= 1.0 + gross;
    }
    value[(size_t)pool * npaths + path] = worth;
    life[(size_t)pool * npaths + path] = years;
}
