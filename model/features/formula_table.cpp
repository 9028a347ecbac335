#include "model/features/formula_table.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "base/error.h"

namespace clgauge::model {

std::size_t FormulaTable::add(const collector::Formula& formula) {
  formulas_.push_back(formula);
  return formulas_.size() - 1;
}

std::size_t FormulaTable::add(const collector::Count& count) {
  const std::size_t slot = add(count.total);
  if (count.flag == collector::CountFlag::data_dependent) {
    on_data_.push_back(slot);
  }
  return slot;
}

void FormulaTable::compile(DataGuess guess) {
  guess_ = std::move(guess);
  // How often a loop without a bound runs is guessed by its symbol alone.
  std::erase_if(on_data_, [&](std::size_t slot) {
    const auto symbols = formulas_[slot].symbols();
    return std::any_of(symbols.begin(), symbols.end(), [&](const std::string& symbol) {
      return guess_.value(symbol, DataGuess::Case::usual).has_value();
    });
  });
  compiled_.emplace(formulas_);
}

const FormulaTable::Values& FormulaTable::evaluate(const collector::Bindings& bindings,
                                                   Workspace& workspace,
                                                   DataGuess::Case which) const {
  if (!compiled_) {
    throw Error(ErrorKind::internal, "table of formulas: evaluated before it was compiled");
  }
  workspace.values.clear();
  workspace.inputs.clear();
  for (const std::string& symbol : compiled_->symbols()) {
    if (const auto found = bindings.find(symbol); found != bindings.end()) {
      workspace.inputs.push_back(found->second);
    } else if (const auto guessed = guess_.value(symbol, which)) {
      workspace.inputs.push_back(*guessed);
    } else {
      break;
    }
  }
  if (workspace.inputs.size() == compiled_->symbols().size()) {
    workspace.results.resize(formulas_.size());
    compiled_->evaluate(workspace.inputs, std::span<std::int64_t>(workspace.results));
    workspace.values.assign(workspace.results.begin(), workspace.results.end());
  } else {
    evaluate_each(bindings, which, workspace);
  }
  if (const double part = guess_.part(which); part < 1) {
    for (const std::size_t slot : on_data_) {
      // What may happen at all happens at least once: a kernel of nothing has no time.
      if (auto& value = workspace.values[slot]; value.value_or(0) > 0) {
        value = std::max(1LL, std::llround(part * static_cast<double>(*value)));
      }
    }
  }
  return workspace.values;
}

// Some symbol has no value: see which formulas can do without it.
void FormulaTable::evaluate_each(const collector::Bindings& bindings, DataGuess::Case which,
                                 Workspace& workspace) const {
  collector::Bindings known = bindings;
  for (const std::string& symbol : compiled_->symbols()) {
    if (const auto guessed = guess_.value(symbol, which)) {
      known.emplace(symbol, *guessed);
    }
  }
  for (const collector::Formula& formula : formulas_) {
    workspace.values.push_back(formula.evaluate(known));
  }
}

}  // namespace clgauge::model
