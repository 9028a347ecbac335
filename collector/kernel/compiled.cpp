#include "collector/kernel/compiled.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "collector/kernel/formula_builder.h"

namespace clgauge::collector {

CompiledFormulas::CompiledFormulas(const std::vector<Formula>& formulas) {
  ProgramBuilder builder;
  for (const Formula& formula : formulas) builder.add(FormulaBuilder::program(formula));
  program_ = builder.take();
}

std::vector<std::int64_t> CompiledFormulas::inputs(const Bindings& bindings) const {
  std::vector<std::int64_t> result;
  for (const std::string& name : symbols()) {
    const auto found = bindings.find(name);
    if (found == bindings.end()) {
      throw Error(
          ErrorKind::input,
          fmt::format("the kernel's counts need a value of '{}': add --arg {}=...", name, name));
    }
    result.push_back(found->second);
  }
  return result;
}

void CompiledFormulas::check(std::size_t inputs, std::size_t results) const {
  if (inputs != symbols().size() || results != size()) {
    throw Error(ErrorKind::usage, fmt::format("{} formulas of {} symbols evaluated with {} values "
                                              "into {} results",
                                              size(), symbols().size(), inputs, results));
  }
}

void CompiledFormulas::evaluate(std::span<const std::int64_t> inputs,
                                std::span<std::int64_t> results) const {
  check(inputs.size(), results.size());
  if (program_.run_fast(inputs, results)) return;
  std::vector<symbolic::Integer> wide(results.size());
  program_.run(inputs, wide);
  std::transform(wide.begin(), wide.end(), results.begin(), symbolic::to_int64);
}

void CompiledFormulas::evaluate(std::span<const std::int64_t> inputs,
                                std::span<double> results) const {
  check(inputs.size(), results.size());
  std::vector<symbolic::Integer> wide(results.size());
  program_.run(inputs, wide);
  std::transform(wide.begin(), wide.end(), results.begin(),
                 [](symbolic::Integer value) { return static_cast<double>(value); });
}

std::vector<Formula> count_formulas(const KernelModel& model) {
  std::vector<Formula> result{model.groups};
  const auto add = [&](const Count& count) {
    result.push_back(count.per_item);
    result.push_back(count.total);
  };
  for (const OpCount& op : model.ops) add(op.count);
  for (const Access& access : model.accesses) add(access.count);
  for (const SyncCount& sync : model.sync) add(sync.count);
  for (const ArrayUse& array : model.arrays) {
    result.insert(result.end(), {array.accesses, array.footprint, array.extent_bytes});
  }
  return result;
}

}  // namespace clgauge::collector
