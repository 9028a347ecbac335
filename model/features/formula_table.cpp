#include "model/features/formula_table.h"

#include <span>
#include <string>

#include "base/error.h"

namespace clgauge::model {

std::size_t FormulaTable::add(const collector::Formula& formula) {
  formulas_.push_back(formula);
  return formulas_.size() - 1;
}

void FormulaTable::compile() { compiled_.emplace(formulas_); }

const FormulaTable::Values& FormulaTable::evaluate(const collector::Bindings& bindings,
                                                   Workspace& workspace) const {
  if (!compiled_) {
    throw Error(ErrorKind::internal, "table of formulas: evaluated before it was compiled");
  }
  workspace.values.clear();
  workspace.inputs.clear();
  for (const std::string& symbol : compiled_->symbols()) {
    const auto found = bindings.find(symbol);
    if (found == bindings.end()) {
      // Some symbol has no value: see which formulas can do without it.
      for (const collector::Formula& formula : formulas_) {
        workspace.values.push_back(formula.evaluate(bindings));
      }
      return workspace.values;
    }
    workspace.inputs.push_back(found->second);
  }
  workspace.results.resize(formulas_.size());
  compiled_->evaluate(workspace.inputs, std::span<std::int64_t>(workspace.results));
  workspace.values.assign(workspace.results.begin(), workspace.results.end());
  return workspace.values;
}

}  // namespace clgauge::model
