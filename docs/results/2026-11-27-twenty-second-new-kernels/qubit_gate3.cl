// Quantum simulation: a dense three-qubit gate on a state vector, in place, with optional control qubits.
// One work-item per group of eight amplitudes; q0 < q1 < q2. Matrix row-major, complex.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

static ulong open_bit(ulong v, uint bit)
{
    const ulong low = (1UL << bit) - 1;
    return ((v & ~low) << 1) | (v & low);
}

__kernel void qubit_gate3(__global double2 *state, __constant double2 *matrix, const uint q0, const uint q1,
                          const uint q2, const uint controls)
{
    ulong base = get_global_id(0);
    base = open_bit(base, q0);
    base = open_bit(base, q1);
    base = open_bit(base, q2);
    if ((base & controls) != controls)
        return;

    double2 in[8];
    ulong at[8];
    for (int i = 0; i < 8; i++) {
        at[i] = base | ((ulong)(i & 1) << q0) | ((ulong)((i >> 1) & 1) << q1) | ((ulong)(i >> 2) << q2);
        in[i] = state[at[i]];
    }
    for (int row = 0; row < 8; row++) {
        double2 sum = (double2)(0.0);
        for (int col = 0; col < 8; col++) {
            const double2 m = matrix[row * 8 + col];
            sum += m.x * in[col] + m.y * (double2)(-in[col].y, in[col].x);
        }
        state[at[row]] = sum;
    }
}
