// One Newton step's mismatches and Jacobian of an alternating-current power flow in polar form (as MATPOWER and its like set it up): an
// item is one bus and walks its row of the admittance matrix. The Jacobian keeps that matrix's pattern, with a block of two by two for
// each entry; what is held fixed at a bus gets rows of the unit matrix.
//   row_ptr    first entry of each bus, nbuses + 1 of them
//   col        bus of each entry; the diagonal is among them
//   admittance of each entry: conductance, susceptance (per unit)
//   voltage    of each bus: magnitude (per unit), angle (rad)
//   scheduled  of each bus: active, reactive power (per unit)
//   kind       of each bus: 0 load (PQ), 1 generator (PV), 2 slack
//   mismatch   of each bus: active, reactive power still missing; 0 for what is held fixed
//   jacobian   of each entry: dP/dangle, V dP/dV, dQ/dangle, V dQ/dV
//   nbuses
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void powerflow_newton(__global const int *restrict row_ptr,
                               __global const int *restrict col,
                               __global const double2 *restrict admittance,
                               __global const double2 *restrict voltage,
                               __global const double2 *restrict scheduled,
                               __global const uchar *restrict kind,
                               __global double2 *restrict mismatch,
                               __global double4 *restrict jacobian,
                               const int nbuses)
{
    const int id = get_global_id(0);
    if (id >= nbuses)
        return;
    const double2 v = voltage[id];
    const int what = kind[id];
    const int last = row_ptr[id + 1];
    double p = 0.0;
    double q = 0.0;
    double2 own = (double2)(0.0, 0.0);
    int diagonal = -1;
    for (int e = row_ptr[id]; e < last; e++) {
        const int other = col[e];
        const double2 y = admittance[e];
        if (other == id) {
            own = y;
            diagonal = e;
            continue;
        }
        const double2 u = voltage[other];
        const double angle = v.y - u.y;
        const double c = cos(angle);
        const double s = sin(angle);
        const double across = v.x * u.x * (y.x * s - y.y * c);
        const double along = v.x * u.x * (y.x * c + y.y * s);
        p += along;
        q += across;
        double4 block = (double4)(across, along, -along, across);
        if (what == 2)
            block = (double4)(0.0, 0.0, 0.0, 0.0);
        else if (what == 1)
            block.zw = (double2)(0.0, 0.0);
        jacobian[e] = block;
    }
    const double square = v.x * v.x;
    p += own.x * square;
    q -= own.y * square;
    if (diagonal >= 0) {
        double4 block = (double4)(-q - own.y * square, p + own.x * square, p - own.x * square, q - own.y * square);
        if (what == 2)
            block = (double4)(1.0, 0.0, 0.0, 1.0);
        else if (what == 1)
            block.zw = (double2)(0.0, 1.0);
        jacobian[diagonal] = block;
    }
    double2 miss = scheduled[id] - (double2)(p, q);
    if (what == 2)
        miss = (double2)(0.0, 0.0);
    else if (what == 1)
        miss.y = 0.0;
    mismatch[id] = miss;
}
