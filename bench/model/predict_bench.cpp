// What a program pays at start-up for a prediction of a collected kernel at new sizes (aim: under
// 5 us) and for a choice among 30 variants (aim: under 200 us). The peer of each is the part of it
// that cannot be avoided: the formulas alone, and 30 predictions without the choice.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collector/kernel/compiled.h"
#include "features/matmul.h"
#include "model/builtin/builtin.h"
#include "model/predict/kernel_predictor.h"
#include "model/select/select.h"

namespace clgauge::model {
namespace {

const DeviceTraits kTraits = sub_groups_of(8);

FittedModel plausible(const std::string& name) {
  FittedModel model;
  model.name = name;
  model.expression = builtin_model(name).text;
  const auto expression = Expression::parse(model.expression);
  const Structure structure = analyse(expression);
  for (std::size_t i = 0; i < expression.parameters().size(); ++i) {
    FittedParameter fitted;
    fitted.name = expression.parameters()[i];
    fitted.role = structure.roles[i];
    fitted.value = fitted.role == Role::cost ? 1e-9 : 2;  // the rest are exponents and the like
    model.parameters.push_back(fitted);
  }
  const std::size_t n = model.parameters.size();
  model.covariance.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    model.covariance[i * n + i] = 1e-20;
  }
  model.log_sigma = 0.2;
  model.multiplier_below = 1.7;
  model.multiplier_above = 1.7;
  return model;
}

void formulas_alone(benchmark::State& state) {
  const collector::CompiledFormulas formulas(collector::count_formulas(tiled_matmul()));
  std::vector<std::int64_t> results(formulas.size());
  std::int64_t t = 0;
  for (auto _ : state) {
    const auto inputs = formulas.inputs({{"t", 1 + t++ % 100}});
    formulas.evaluate(inputs, std::span<std::int64_t>(results));
    benchmark::DoNotOptimize(results.data());
  }
}
BENCHMARK(formulas_alone);

void predict(benchmark::State& state, const std::string& name) {
  const KernelPredictor predictor(tiled_matmul(), plausible(name), kTraits);
  KernelPredictor::Workspace workspace;
  std::int64_t t = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(predictor.estimate({{"t", 1 + t++ % 100}}, workspace).seconds);
  }
}
BENCHMARK_CAPTURE(predict, roofline, std::string("roofline"));
BENCHMARK_CAPTURE(predict, paper_linear, std::string("paper-linear"));
BENCHMARK_CAPTURE(predict, paper_overlap, std::string("paper-overlap"));
BENCHMARK_CAPTURE(predict, source, std::string("source"));

void predict_with_breakdown(benchmark::State& state) {
  const KernelPredictor predictor(tiled_matmul(), plausible("paper-linear"), kTraits);
  std::int64_t t = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(predictor.predict({{"t", 1 + t++ % 100}}).breakdown.size());
  }
}
BENCHMARK(predict_with_breakdown);

constexpr int kVariants = 30;

void thirty_variants(benchmark::State& state, const std::string& name, bool choose) {
  std::vector<std::unique_ptr<KernelPredictor>> variants;
  const auto shared = std::make_shared<const Predictor>(plausible(name));
  for (int v = 0; v < kVariants; ++v) {
    variants.push_back(std::make_unique<KernelPredictor>(tiled_matmul(), shared, kTraits));
  }
  KernelPredictor::Workspace workspace;
  std::vector<std::string> unsupported;  // which a choice names, too
  std::int64_t t = 0;
  for (auto _ : state) {
    std::vector<Candidate> candidates;
    for (const auto& variant : variants) {
      const collector::Bindings bindings = {{"t", 50 + t++ % 31}};  // no two take the same time
      const auto estimate = variant->estimate(bindings, workspace, &unsupported);
      candidates.push_back({"", estimate.seconds, estimate.log_sigma});
    }
    benchmark::DoNotOptimize(candidates.data());
    if (choose) {
      benchmark::DoNotOptimize(select(candidates).expected_regret);
    }
  }
}
BENCHMARK_CAPTURE(thirty_variants, predictions_alone, "paper-linear", false);
BENCHMARK_CAPTURE(thirty_variants, with_selection, "paper-linear", true);
BENCHMARK_CAPTURE(thirty_variants, source_predictions_alone, "source", false);
BENCHMARK_CAPTURE(thirty_variants, source_with_selection, "source", true);

}  // namespace
}  // namespace clgauge::model
