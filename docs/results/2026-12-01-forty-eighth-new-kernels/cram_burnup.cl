// Reactor physics: depletion of materials over a step of time (Chebyshev rational approximation of order 16 in incomplete partial fractions,
// Pusa 2016): an item is one material. For each pole it fills the sparse matrix, decomposes it in place by rows and solves; the pattern of
// the factors is known beforehand and the same for all.
//   place      of each entry of the burnup matrix: its number among the entries of the factors
//   decay      of each entry: 1/s
//   section    of each entry: barn, thermal and fast
//   row        nnuclides + 1: first entry of each row of the factors
//   column     of each entry of the factors; ascending in a row
//   diagonal   of each row: the entry on the diagonal
//   target     entries changed in the elimination, in the order in which they are
//   flux       of each material: thermal, fast (1/(barn s))
//   before     nnuclides x nmaterials: densities
//   after      nnuclides x nmaterials
//   factor     entries of the factors x nmaterials: scratch
//   solution   nnuclides x nmaterials: scratch
//   nmaterials, nnuclides, nentries (of the matrix), span (s)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define POLES 8

__constant double2 theta[POLES] = {
    (double2)(3.509103608414918, 8.436198985884374), (double2)(5.948152268951177, 3.587457362018322),
    (double2)(-5.264971343442647, 16.22022147316793), (double2)(1.419375897185666, 10.92536348449672),
    (double2)(6.416177699099435, 1.194122393370139), (double2)(4.993174737717997, 5.996881713603942),
    (double2)(-1.413928462488886, 13.49772569889275), (double2)(-10.84391707869699, 19.27744616718165)};
__constant double2 alpha[POLES] = {
    (double2)(5.464930576870210e3, -3.797983575308356e4), (double2)(9.045112476907548e1, -1.115537522430261e3),
    (double2)(2.344818070467641e2, -4.228020157070496e2), (double2)(9.453304067358312e1, -2.951294291446048e2),
    (double2)(7.283792954673409e2, -1.205646080220011e5), (double2)(3.648229059594851e1, -1.155509621409682e2),
    (double2)(2.547321630156819e1, -2.639500283021502e1), (double2)(2.394538338734709e1, -5.650522971778156e0)};
#define LIMIT 2.124853710495224e-16

double2 times(const double2 a, const double2 b)
{
    return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel void cram_burnup(__global const int *restrict place,
                          __global const double *restrict decay,
                          __global const double2 *restrict section,
                          __global const int *restrict row,
                          __global const int *restrict column,
                          __global const int *restrict diagonal,
                          __global const int *restrict target,
                          __global const double2 *restrict flux,
                          __global const double *restrict before,
                          __global double *restrict after,
                          __global double2 *restrict factor,
                          __global double2 *restrict solution,
                          const int nmaterials,
                          const int nnuclides,
                          const int nentries,
                          const float span)
{
    const int id = get_global_id(0);
    if (id >= nmaterials)
        return;
    const double2 f = flux[id];
    for (int i = 0; i < nnuclides; i++)
        after[i * nmaterials + id] = before[i * nmaterials + id];
    for (int p = 0; p < POLES; p++) {
        for (int q = 0; q < row[nnuclides]; q++)
            factor[q * nmaterials + id] = (double2)(0.0, 0.0);
        for (int e = 0; e < nentries; e++) {
            const double2 s = section[e];
            factor[place[e] * nmaterials + id] = (double2)(span * (decay[e] + f.x * s.x + f.y * s.y), 0.0);
        }
        int next = 0;
        for (int i = 0; i < nnuclides; i++) {
            const int d = diagonal[i];
            factor[d * nmaterials + id] -= theta[p];
            double2 x = (double2)(after[i * nmaterials + id], 0.0);
            for (int q = row[i]; q < d; q++) {
                const int j = column[q];
                const int over = diagonal[j];
                const double2 l = times(factor[q * nmaterials + id], factor[over * nmaterials + id]);
                for (int u = over + 1; u < row[j + 1]; u++) {
                    const int t = target[next++] * nmaterials + id;
                    factor[t] -= times(l, factor[u * nmaterials + id]);
                }
                x -= times(l, solution[j * nmaterials + id]);
            }
            solution[i * nmaterials + id] = x;
            const double2 pivot = factor[d * nmaterials + id];             // its inverse is kept
            factor[d * nmaterials + id] = (double2)(pivot.x, -pivot.y) / (pivot.x * pivot.x + pivot.y * pivot.y);
        }
        for (int i = nnuclides - 1; i >= 0; i--) {
            double2 x = solution[i * nmaterials + id];
            for (int u = diagonal[i] + 1; u < row[i + 1]; u++)
                x -= times(factor[u * nmaterials + id], solution[column[u] * nmaterials + id]);
            x = times(x, factor[diagonal[i] * nmaterials + id]);
            solution[i * nmaterials + id] = x;
            after[i * nmaterials + id] += 2.0 * (alpha[p].x * x.x - alpha[p].y * x.y);
        }
    }
    for (int i = 0; i < nnuclides; i++)
        after[i * nmaterials + id] *= LIMIT;
}
