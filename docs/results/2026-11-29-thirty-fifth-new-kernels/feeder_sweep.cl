// Load flow of a radial distribution feeder for many scenarios at once: currents of the loads swept back to
// the substation, voltages forward from it, until no voltage moves. Buses are numbered parents first.
__kernel void feeder_sweep(__global const double2 *restrict load,      // nbus x nscenarios, per unit
                           __global const int *restrict parent,
                           __global const double2 *restrict impedance,  // of the branch above
                           __global double2 *restrict voltage,          // nbus x nscenarios
                           __global double2 *restrict current,          // of the branch above
                           __global double *restrict loss,
                           __global int *restrict sweeps,               // negative: not converged
                           const int nbus,
                           const int nscenarios,
                           const int max_sweeps,
                           const float slack,
                           const float tolerance)
{
    const int s = get_global_id(0);
    if (s >= nscenarios)
        return;
    for (int b = 0; b < nbus; b++)
        voltage[b * nscenarios + s] = (double2)(slack, 0.0);

    const double tol2 = (double)tolerance * tolerance;
    int n = 0;
    double moved = 1.0;
    while (moved > tol2 && n < max_sweeps) {
        for (int b = 0; b < nbus; b++) {
            const int at = b * nscenarios + s;
            const double2 p = load[at];
            const double2 v = voltage[at];
            const double inv = 1.0 / (v.x * v.x + v.y * v.y);
            current[at] = (double2)((p.x * v.x + p.y * v.y) * inv, (p.x * v.y - p.y * v.x) * inv);
        }
        for (int b = nbus - 1; b > 0; b--)
            current[parent[b] * nscenarios + s] += current[b * nscenarios + s];
        moved = 0.0;
        for (int b = 1; b < nbus; b++) {
            const int at = b * nscenarios + s;
            const double2 z = impedance[b];
            const double2 c = current[at];
            const double2 above = voltage[parent[b] * nscenarios + s];
            const double2 v = above - (double2)(z.x * c.x - z.y * c.y, z.x * c.y + z.y * c.x);
            const double2 d = v - voltage[at];
            moved = fmax(moved, d.x * d.x + d.y * d.y);
            voltage[at] = v;
        }
        n++;
    }

    double sum = 0.0;
    for (int b = 1; b < nbus; b++) {
        const double2 c = current[b * nscenarios + s];
        sum += impedance[b].x * (c.x * c.x + c.y * c.y);
    }
    loss[s] = sum;
    sweeps[s] = moved > tol2 ? -n : n;
}
