// Networks of cable neurons: every step an implicit solve over the tree of compartments (Hines' elimination without
// fill), with a sag current, synapses that decay and a soma that fires and resets; a cell a work-item, cells interleaved.
__kernel void hines_cable(__global const int *restrict cell_type,
                          __global const int *restrict type_ptr,          // compartments of each morphology
                          __global const short *restrict parent,          // always before the child, within the cell
                          __global const double4 *restrict segment,       // capacity, leak, sag conductance, axial to parent
                          __global const double *restrict axial_sum,      // of all neighbours
                          __global const int *restrict event_ptr,
                          __global const int4 *restrict event,            // step, compartment, weight in pS, unused
                          __global double *restrict voltage,              // compartments x cells
                          __global double *restrict gate,
                          __global double *restrict synapse,
                          __global double2 *restrict row,                 // diagonal, right-hand side
                          __global int *restrict spikes,
                          __global double *restrict last_spike,
                          const int ncells,
                          const int nsteps,
                          const double dt,
                          const double tau_synapse,
                          const double threshold)
{
    const int cell = get_global_id(0);
    if (cell >= ncells)
        return;
    const int type = cell_type[cell];
    const int base = type_ptr[type];
    const int nseg = type_ptr[type + 1] - base;
    const double decay = exp(-dt / tau_synapse);
    for (int i = 0; i < nseg; i++) {
        const int at = i * ncells + cell;
        voltage[at] = -70.0;
        gate[at] = 1.0 / (1.0 + exp((-70.0 + 82.0) / 9.0));
        synapse[at] = 0.0;
    }
    int next = event_ptr[cell];
    const int end = event_ptr[cell + 1];
    int fired = 0;
    int quiet = 0;
    double last = -1.0;
    for (int step = 0; step < nsteps; step++) {
        for (; next < end && event[next].x <= step; next++)
            synapse[event[next].y * ncells + cell] += 1e-6 * event[next].z;
        for (int i = 0; i < nseg; i++) {
            const int at = i * ncells + cell;
            const double4 s = segment[base + i];
            const double v = voltage[at];
            const double open = 1.0 / (1.0 + exp((v + 82.0) / 9.0));
            const double tau = 20.0 + 1.0 / (0.00062 * exp(-0.0677 * v - 4.7) + 0.00126 * exp(0.0596 * v + 2.1));
            const double m = open + (gate[at] - open) * (1.0 - dt / (tau + dt));
            const double g = synapse[at] * decay;
            gate[at] = m;
            synapse[at] = g;
            const double c = s.x / dt;
            row[at] = (double2)(c + s.y + s.z * m + g + axial_sum[base + i], c * v - 70.0 * s.y - 43.0 * s.z * m);
        }
        for (int i = nseg - 1; i > 0; i--) {
            const double2 child = row[i * ncells + cell];
            const int p = parent[base + i] * ncells + cell;
            const double axial = segment[base + i].w;
            const double f = axial / child.x;
            row[p] += (double2)(-f * axial, f * child.y);
        }
        double v = row[cell].y / row[cell].x;
        if (quiet > 0) {
            quiet--;
            v = -68.0;
        } else if (v > threshold) {
            fired++;
            last = step * dt;
            quiet = (int)(2.0 / dt);
            v = -68.0;
        }
        voltage[cell] = v;
        for (int i = 1; i < nseg; i++) {
            const int at = i * ncells + cell;
            voltage[at] = (row[at].y + segment[base + i].w * voltage[parent[base + i] * ncells + cell]) / row[at].x;
        }
    }
    spikes[cell] = fired;
    last_spike[cell] = last;
}
