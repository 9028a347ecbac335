// How long a known kernel's counts take at new sizes. The peer is the same arithmetic written by
// hand in C++; target: the whole tiled matmul model in under 2 us.
#include <benchmark/benchmark.h>

#include <nlohmann/json.hpp>

#include "collector/kernel/compiled.h"
#include "sample_model.h"

namespace clgauge::collector {
namespace {

void evaluate_compiled_model(benchmark::State& state) {
  const CompiledFormulas compiled(count_formulas(test::tiled_matmul()));
  std::vector<std::int64_t> inputs = compiled.inputs({{"n", 1024}});
  std::vector<double> results(compiled.size());
  for (auto _ : state) {
    benchmark::DoNotOptimize(inputs.data());
    compiled.evaluate(inputs, std::span<double>(results));
    benchmark::DoNotOptimize(results.data());
  }
  state.counters["formulas"] = static_cast<double>(compiled.size());
}
BENCHMARK(evaluate_compiled_model);

void evaluate_each_formula(benchmark::State& state) {
  const std::vector<Formula> formulas = count_formulas(test::tiled_matmul());
  const Bindings bindings{{"n", 1024}};
  for (auto _ : state) {
    for (const Formula& formula : formulas) benchmark::DoNotOptimize(formula.evaluate(bindings));
  }
}
BENCHMARK(evaluate_each_formula);

void by_hand(benchmark::State& state) {
  std::int64_t n = 1024;
  std::vector<std::int64_t> results(8);
  for (auto _ : state) {
    benchmark::DoNotOptimize(n);
    results[0] = n * n / 256;
    results[1] = n * n * n;
    results[2] = n / 16;
    results[3] = n * n * n / 16;
    results[4] = n * n;
    results[5] = n * n * n / 8;
    results[6] = n / 8;
    results[7] = 4 * n * n;
    benchmark::DoNotOptimize(results.data());
  }
}
BENCHMARK(by_hand);

void read_from_json(benchmark::State& state) {
  const std::string text = to_json(test::tiled_matmul()).dump();
  for (auto _ : state) {
    benchmark::DoNotOptimize(kernel_model_from_json(nlohmann::json::parse(text)));
  }
}
BENCHMARK(read_from_json);

}  // namespace
}  // namespace clgauge::collector
