#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "collector/kernel/compiled.h"
#include "collector/kernel/kernel_model.h"
#include "model/features/data_guess.h"

namespace clgauge::model {

// Formulas that are evaluated together, at ever new sizes. Thread-safe once compiled.
class FormulaTable {
 public:
  using Values = std::vector<std::optional<std::int64_t>>;

  // Where the formula's value stands in Values.
  std::size_t add(const collector::Formula& formula);
  // Where a count's total stands: what is expected of one that depends on data.
  std::size_t add(const collector::Count& count);

  // To be called once, after the last add().
  void compile(DataGuess guess = {});
  [[nodiscard]] const DataGuess& guess() const { return guess_; }

  struct Workspace {
    Values values;
    std::vector<std::int64_t> inputs;
    std::vector<std::int64_t> results;
  };

  // All values; nothing where a symbol has none. Throws what Formula::evaluate throws.
  const Values& evaluate(const collector::Bindings& bindings, Workspace& workspace,
                         DataGuess::Case which = DataGuess::Case::usual) const;

 private:
  void evaluate_each(const collector::Bindings& bindings, DataGuess::Case which,
                     Workspace& workspace) const;

  std::vector<collector::Formula> formulas_;
  std::vector<std::size_t> on_data_;  // slots of counts that depend on data
  std::optional<collector::CompiledFormulas> compiled_;
  DataGuess guess_;
};

// A value as a count; one that is missing counts nothing.
[[nodiscard]] inline double number(const FormulaTable::Values& values, std::size_t slot) {
  return static_cast<double>(values[slot].value_or(0));
}

}  // namespace clgauge::model
