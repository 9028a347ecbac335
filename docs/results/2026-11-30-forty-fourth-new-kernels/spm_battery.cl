// Discharge of lithium-ion cells with the single-particle model (Chaturvedi et al. 2010, potentials of an LG M50 after Chen et al. 2020, as
// PyBaMM has them): an item is one cell of a pack or one draw of parameters. Every second lithium spreads in a particle of either
// electrode, an implicit step over its shells; then come overpotentials, voltage and temperature. The cell ends at its lowest voltage.
//   current    of each step: A, positive while discharging, for a cell of scale 1
//   cell       of each cell, 2 double4: scale of capacity, resistance (ohm), time constants of negative and positive particle (s, at
//              25 C); exchange currents of both (A), heat capacity (J/K), cooling (W/K)
//   start      of each cell: filling of negative and positive particle (0 to 1), temperature (K), ambient temperature (K)
//   trace      (nsteps / every) x ncells: voltage, 0 after the end
//   state      of each cell: charge drawn (Ah), temperature, heat (J), steps
//   ncells, nsteps, every (steps, divides nsteps), nshells (2 to MAX_SHELLS), lowest (mV)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAX_SHELLS 24
#define FARADAY_R 11604.5181                                               // F / R, K/V
#define AH_NEGATIVE 5.72
#define AH_POSITIVE 7.78

double diffuse(double *filling, const int n, const double pace, const double drawn)
{
    double ahead[MAX_SHELLS];                                              // Thomas' sweep: upper over pivot
    double before = 0.0;
    for (int i = 0; i < n; i++) {
        const double inner = (double)(i * i);
        const double outer = (double)((i + 1) * (i + 1));
        const double volume = (outer + inner + (double)(i * (i + 1))) / 3.0;
        const double lower = -pace * inner / volume;
        const double upper = i + 1 < n ? -pace * outer / volume : 0.0;
        const double right = i + 1 < n ? filling[i] : filling[i] - drawn * (double)(n * n * n) / (3.0 * volume);
        const double pivot = 1.0 / (1.0 - lower - upper - lower * before);
        filling[i] = (right - (i > 0 ? lower * filling[i - 1] : 0.0)) * pivot;
        before = upper * pivot;
        ahead[i] = before;
    }
    for (int i = n - 2; i >= 0; i--)
        filling[i] -= ahead[i] * filling[i + 1];
    return clamp(filling[n - 1], 0.005, 0.995);
}

__kernel void spm_battery(__global const double *restrict current,
                          __global const double4 *restrict cell,
                          __global const double4 *restrict start,
                          __global float *restrict trace,
                          __global double4 *restrict state,
                          const int ncells,
                          const int nsteps,
                          const int every,
                          const int nshells,
                          const int lowest)
{
    const int id = get_global_id(0);
    if (id >= ncells)
        return;
    const double4 a = cell[2 * id];
    const double4 b = cell[2 * id + 1];
    const double4 from = start[id];
    double negative[MAX_SHELLS];
    double positive[MAX_SHELLS];
    for (int i = 0; i < nshells; i++) {
        negative[i] = from.x;
        positive[i] = from.y;
    }
    double temperature = from.z;
    double charge = 0.0;
    double heat = 0.0;
    double volt = 5.0;
    int t = 0;
    while (t < nsteps && volt * 1000.0 > (double)lowest) {
        const double amps = current[t];
        const double warm = exp(3600.0 * (1.0 / 298.15 - 1.0 / temperature));
        const double shells = (double)(nshells * nshells);
        const double portion = amps / (3600.0 * a.x);
        const double xn = diffuse(negative, nshells, shells * warm / a.z, portion / AH_NEGATIVE);
        const double xp = diffuse(positive, nshells, shells * warm / a.w, -portion / AH_POSITIVE);
        const double un = 1.9793 * exp(-39.3631 * xn) + 0.2482 - 0.0909 * tanh(29.8538 * (xn - 0.1234))
                        - 0.04478 * tanh(14.9159 * (xn - 0.2769)) - 0.0205 * tanh(30.4444 * (xn - 0.6103));
        const double up = -0.8090 * xp + 4.4875 - 0.0428 * tanh(18.5138 * (xp - 0.5542))
                        - 17.7326 * tanh(15.7890 * (xp - 0.3117)) + 17.5842 * tanh(15.9308 * (xp - 0.3120));
        const double thermal = 2.0 * temperature / FARADAY_R;
        const double loss = thermal * (asinh(amps / (2.0 * warm * b.x * sqrt(xn * (1.0 - xn))))
                                     + asinh(amps / (2.0 * warm * b.y * sqrt(xp * (1.0 - xp))))) + amps * a.y;
        volt = up - un - loss;
        const double power = amps * loss;
        temperature += (power - b.w * (temperature - from.w)) / b.z;
        heat += power;
        charge += amps / 3600.0;
        t++;
        if (t % every == 0)
            trace[(t / every - 1) * ncells + id] = (float)volt;
    }
    for (int k = t / every; k < nsteps / every; k++)
        trace[k * ncells + id] = 0.0f;
    state[id] = (double4)(charge, temperature, heat, (double)t);
}
