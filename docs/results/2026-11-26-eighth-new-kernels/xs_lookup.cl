// Monte Carlo neutron transport, macroscopic cross sections (XSBench, OpenMC), event-based: each work-item draws an energy
// and a material with its own linear congruential numbers, looks each nuclide of the material up by a grid of lethargy
// and a binary search, interpolates five reactions and adds them up.
typedef struct {
  double energy;
  double total_xs;
  double elastic_xs;
  double absorbtion_xs;
  double fission_xs;
  double nu_fission_xs;
} NuclideGridPoint;

double LCG_random_double(ulong *seed)
{
  const ulong m = 9223372036854775808UL;
  *seed = (2806196910506780709UL * (*seed) + 1UL) % m;
  return (double)(*seed) / (double)m;
}

ulong fast_forward_LCG(ulong seed, ulong n)
{
  const ulong m = 9223372036854775808UL;
  ulong a = 2806196910506780709UL, c = 1UL, a_new = 1, c_new = 0;
  n = n % m;
  while (n > 0) {
    if (n & 1) {
      a_new *= a;
      c_new = c_new * a + c;
    }
    c *= (a + 1);
    a *= a;
    n >>= 1;
  }
  return (a_new * seed + c_new) % m;
}

int pick_mat(ulong *seed)
{
  const double dist[12] = {0.140, 0.052, 0.275, 0.134, 0.154, 0.064, 0.066, 0.055, 0.008, 0.015, 0.025, 0.013};
  const double roll = LCG_random_double(seed);
  for (int i = 0; i < 12; i++) {
    double running = 0;
    for (int j = i; j > 0; j--) running += dist[j];
    if (roll < running) return i;
  }
  return 0;
}

__kernel void xs_lookup(const int lookups, const int n_nuclides, const int n_gridpoints, const int hash_bins,
                        const int max_num_nucs, const double log_low, const double log_high,
                        __global const int *restrict num_nucs, __global const int *restrict mats,
                        __global const double *restrict concs, __global const int *restrict hash_grid,
                        __global const NuclideGridPoint *restrict nuclide_grid, __global int *restrict verification)
{
  const int i = get_global_id(0);
  if (i >= lookups) return;
  ulong seed = fast_forward_LCG(1070UL, 2UL * (ulong)i);
  const double p_energy = exp(log_low + (log_high - log_low) * LCG_random_double(&seed));
  const int mat = pick_mat(&seed);

  double macro_xs_vector[5] = {0, 0, 0, 0, 0};
  int bin = (int)((log(p_energy) - log_low) / (log_high - log_low) * hash_bins);
  bin = clamp(bin, 0, hash_bins - 1);

  for (int j = 0; j < num_nucs[mat]; j++) {
    const int nuc = mats[mat * max_num_nucs + j];
    const double conc = concs[mat * max_num_nucs + j];
    __global const NuclideGridPoint *grid = nuclide_grid + nuc * n_gridpoints;
    int low = hash_grid[bin * n_nuclides + nuc];
    int high = bin == hash_bins - 1 ? n_gridpoints - 1 : hash_grid[(bin + 1) * n_nuclides + nuc] + 1;
    high = min(high, n_gridpoints - 1);
    while (high - low > 1) {
      const int mid = low + (high - low) / 2;
      if (grid[mid].energy > p_energy) high = mid;
      else low = mid;
    }
    if (low > n_gridpoints - 2) low = n_gridpoints - 2;
    __global const NuclideGridPoint *lo = grid + low, *hi = grid + low + 1;
    const double f = (hi->energy - p_energy) / (hi->energy - lo->energy);
    macro_xs_vector[0] += conc * (hi->total_xs - f * (hi->total_xs - lo->total_xs));
    macro_xs_vector[1] += conc * (hi->elastic_xs - f * (hi->elastic_xs - lo->elastic_xs));
    macro_xs_vector[2] += conc * (hi->absorbtion_xs - f * (hi->absorbtion_xs - lo->absorbtion_xs));
    macro_xs_vector[3] += conc * (hi->fission_xs - f * (hi->fission_xs - lo->fission_xs));
    macro_xs_vector[4] += conc * (hi->nu_fission_xs - f * (hi->nu_fission_xs - lo->nu_fission_xs));
  }

  double max_xs = -1.0;
  int max_idx = 0;
  for (int j = 0; j < 5; j++)
    if (macro_xs_vector[j] > max_xs) {
      max_xs = macro_xs_vector[j];
      max_idx = j;
    }
  verification[i] = max_idx + 1;
}
