// Chemistry of flames (SHOC S3D): forward rates of reactions by Arrhenius' law, in double precision, with a pressure
// fall-off after Troe where the reaction has one; a cell a work-item, species and rates as arrays over the cells.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct {
  double log_a, beta, energy;        // at high pressure
  double log_low, beta_low, energy_low;  // at low pressure
  double centre;                     // of the fall-off, 0: none
  int first, second;                 // what reacts
} Reaction;

kernel void arrhenius_rates(global const double *restrict temperature, global const double *restrict species,
                            constant Reaction *restrict reactions, global double *restrict rates, int cells,
                            int species_count, int reaction_count) {
  const int cell = get_global_id(0);
  if (cell >= cells) return;
  const double t = temperature[cell], log_t = log(t), per_rt = 1.0 / (1.987 * t);
  double third = 0.0;
  for (int s = 0; s < species_count; ++s) third += species[s * cells + cell];
  for (int r = 0; r < reaction_count; ++r) {
    double k = exp(reactions[r].log_a + reactions[r].beta * log_t - reactions[r].energy * per_rt);
    if (reactions[r].centre > 0.0) {
      const double low = exp(reactions[r].log_low + reactions[r].beta_low * log_t - reactions[r].energy_low * per_rt);
      const double pr = low * third / k;
      const double c = log10(reactions[r].centre), lp = log10(fmax(pr, 1e-30));
      const double a = lp - 0.4 - 0.67 * c, b = 0.75 - 1.27 * c - 0.14 * a;
      k *= pr / (1.0 + pr) * exp10(c / (1.0 + a * a / (b * b)));
    }
    const int one = clamp(reactions[r].first, 0, species_count - 1);
    const int two = clamp(reactions[r].second, 0, species_count - 1);
    rates[r * cells + cell] = k * species[one * cells + cell] * species[two * cells + cell];
  }
}
