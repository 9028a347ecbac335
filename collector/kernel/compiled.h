#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collector/kernel/formula.h"
#include "collector/kernel/kernel_model.h"
#include "collector/kernel/program.h"

namespace clgauge::collector {

// Many formulas compiled together, so that evaluating all of them at new sizes takes a microsecond:
// symbols are looked up once, and what formulas share is computed once. Immutable; thread-safe.
class CompiledFormulas {
 public:
  explicit CompiledFormulas(const std::vector<Formula>& formulas);

  // The names of the inputs of evaluate(), in order.
  [[nodiscard]] const std::vector<std::string>& symbols() const { return program_.symbols(); }
  [[nodiscard]] std::size_t size() const { return program_.output_count(); }

  // The values of symbols() in a set of bindings. Throws Error(input) that names one without value.
  [[nodiscard]] std::vector<std::int64_t> inputs(const Bindings& bindings) const;

  // One exact result per formula, in the order of the constructor, where `inputs` are the values of
  // symbols(). Throws Error(input) as Formula::evaluate does.
  void evaluate(std::span<const std::int64_t> inputs, std::span<std::int64_t> results) const;
  // The same rounded to double: for counts beyond 64 bits too.
  void evaluate(std::span<const std::int64_t> inputs, std::span<double> results) const;

 private:
  void check(std::size_t inputs, std::size_t results) const;
  Program program_;
};

// Every formula of a model that a prediction may need, in this order: groups; per_item and total of
// each op, access and sync; accesses, footprint and extent_bytes of each array.
[[nodiscard]] std::vector<Formula> count_formulas(const KernelModel& model);

}  // namespace clgauge::collector
