// A known kernel at a new size, by counts fitted to looks at other sizes: all features that the
// lens counts, of which every third follows no polynomial.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lens/counts/fitted_counts.h"

namespace {

using clgauge::lens::FittedCounts;
using clgauge::lens::LaunchPoint;
using clgauge::lens::LookedPoint;

LaunchPoint square(std::uint64_t n) {
  return {{n, n, 1}, {n / 16, n / 16, 1}, {static_cast<double>(n)}};
}

std::vector<LookedPoint> looks(std::size_t count) {
  std::vector<LookedPoint> looks;
  for (std::size_t k = 0; k < count; ++k) {
    LookedPoint look{square(48 + 96 * k * k), {}};
    const double n = look.at.scalars[0];
    double scale = 1;
    for (const std::string& name : clgauge::lens::lens_feature_names()) {
      const bool is_rough = static_cast<int>(scale) % 3 == 0;
      look.features[name] = n * n / 512 * (scale + n + (is_rough ? 20 * std::sin(n) : 0));
      scale += 1;
    }
    looks.push_back(std::move(look));
  }
  return looks;
}

void fit(benchmark::State& state) {
  const auto seen = looks(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(FittedCounts(seen, 2, clgauge::lens::lens_feature_names()));
  }
}
BENCHMARK(fit)->Arg(4)->Arg(8)->Arg(24)->Unit(benchmark::kMillisecond);

void new_size(benchmark::State& state) {
  const FittedCounts fitted(looks(static_cast<std::size_t>(state.range(0))), 2,
                            clgauge::lens::lens_feature_names());
  std::vector<double> counts(fitted.features().size());
  FittedCounts::Workspace workspace;
  std::uint64_t n = 80;
  for (auto _ : state) {
    n = n < 400 ? n + 32 : 80;
    const LaunchPoint point = square(n);
    if (!fitted.covers(point, workspace)) {
      state.SkipWithError("the size is not covered");
    }
    fitted.at(point, counts, workspace);
    benchmark::DoNotOptimize(counts.data());
  }
}
BENCHMARK(new_size)->Arg(4)->Arg(8)->Arg(24);

}  // namespace
