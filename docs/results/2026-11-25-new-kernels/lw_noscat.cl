// Longwave radiation of an atmosphere without scattering, double precision: a column and a spectral point a work-item,
// which sweeps the layers down and up again, source linear in optical depth; columns are the fastest dimension.

double linear_factor(double tau, double trans) {
  return tau > 1e-4 ? (1.0 - trans) / tau - trans : tau * (0.5 - tau * (1.0 / 3.0));
}

kernel void lw_noscat(global const double *restrict depth, global const double *restrict layer_source,
                      global const double *restrict level_source, global const double *restrict surface_source,
                      global double *restrict down, global double *restrict up, int columns, int layers, double secant,
                      double emissivity) {
  const int column = get_global_id(0), point = get_global_id(1);
  const int layer0 = point * layers * columns + column, level0 = point * (layers + 1) * columns + column;

  double radiance = 0.0;
  down[level0] = radiance;
  for (int k = 0; k < layers; ++k) {
    const double tau = secant * depth[layer0 + k * columns];
    const double trans = exp(-tau);
    const double edge = level_source[level0 + (k + 1) * columns];
    const double middle = layer_source[layer0 + k * columns];
    radiance = trans * radiance + (1.0 - trans) * edge + 2.0 * linear_factor(tau, trans) * (middle - edge);
    down[level0 + (k + 1) * columns] = radiance;
  }

  radiance = emissivity * surface_source[point * columns + column] + (1.0 - emissivity) * radiance;
  up[level0 + layers * columns] = radiance;
  for (int k = layers - 1; k >= 0; --k) {
    const double tau = secant * depth[layer0 + k * columns];
    const double trans = exp(-tau);
    const double edge = level_source[level0 + k * columns];
    const double middle = layer_source[layer0 + k * columns];
    radiance = trans * radiance + (1.0 - trans) * edge + 2.0 * linear_factor(tau, trans) * (middle - edge);
    up[level0 + k * columns] = radiance;
  }
}
