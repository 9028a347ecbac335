// Tide tables by the harmonic method (Schureman; XTide, T_Tide): height and rate of change at every station and time, from amplitudes
// and lags of up to a few dozen constituents. An item is one time (dimension 0) at one station (dimension 1).
//   hour      times, hours since the start of the year
//   speed     of each constituent, degrees an hour
//   astro     of each constituent in that year: node factor, equilibrium argument (degrees)
//   harmonic  nstations x nconstituents: amplitude (m, 0 where the station doesn't have it), lag (degrees)
//   datum     of each station: mean level over chart datum (m), trend (m/h)
//   tide      nstations x ntimes: height (m), rate (m/h)
//   ntimes, nconstituents, nstations
#define DEGREE 0.017453292519943295

__kernel void tide_harmonics(__global const double *restrict hour,
                             __global const double *restrict speed,
                             __global const double2 *restrict astro,
                             __global const double2 *restrict harmonic,
                             __global const double2 *restrict datum,
                             __global double2 *restrict tide,
                             const int ntimes,
                             const int nconstituents,
                             const int nstations)
{
    const int time = get_global_id(0);
    const int station = get_global_id(1);
    if (time >= ntimes || station >= nstations)
        return;
    const double t = hour[time];
    const double2 d = datum[station];
    double height = d.x + d.y * t;
    double rate = d.y;
    for (int k = 0; k < nconstituents; k++) {
        const double2 h = harmonic[station * nconstituents + k];
        if (h.x == 0.0)
            continue;
        const double2 a = astro[k];
        const double turn = speed[k] * DEGREE;
        double c;
        const double s = sincos(fma(turn, t, (a.y - h.y) * DEGREE), &c);
        const double size = a.x * h.x;
        height = fma(size, c, height);
        rate = fma(-size * turn, s, rate);
    }
    tide[station * ntimes + time] = (double2)(height, rate);
}
