#include "model/features/launch_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/error.h"

namespace clgauge::model {

bool LaunchShape::varies_in_sub_group(unsigned dimension) const noexcept {
  std::int64_t below = 1;
  for (unsigned d = 0; d < dimension; ++d) {
    below *= local[d];
  }
  return local[dimension] > 1 && below < static_cast<std::int64_t>(sub_group_size);
}

LaunchSlots::LaunchSlots(const collector::KernelModel& model, FormulaTable& table)
    : model_(model), groups_(table.add(model.groups)) {
  for (std::size_t d = 0; d < std::min<std::size_t>(model.global_size.size(), 3); ++d) {
    global_.push_back(table.add(model.global_size[d]));
    local_.push_back(
        table.add(d < model.local_size.size() ? model.local_size[d] : collector::Formula(1)));
  }
}

std::int64_t LaunchSlots::checked(const FormulaTable::Values& values, std::size_t slot,
                                  const collector::Formula& formula, const char* what) {
  const auto& value = values[slot];
  if (!value) {
    std::string symbols;
    for (const std::string& symbol : formula.symbols()) {
      symbols += (symbols.empty() ? "" : ", ") + symbol;
    }
    throw Error(ErrorKind::unsupported,
                fmt::format("the {} of the launch, {}, has no value: give one to each of {}", what,
                            formula.text(), symbols));
  }
  if (*value <= 0) {
    throw Error(ErrorKind::input,
                fmt::format("the {} of the launch, {}, is {}: it must be positive", what,
                            formula.text(), *value));
  }
  return *value;
}

LaunchShape LaunchSlots::shape(const FormulaTable::Values& values, unsigned sub_group_size) const {
  LaunchShape shape;
  shape.sub_group_size = std::max(1U, sub_group_size);
  shape.dimensions = static_cast<unsigned>(global_.size());
  for (unsigned d = 0; d < shape.dimensions; ++d) {
    shape.global[d] = checked(values, global_[d], model_.global_size[d], "global size");
    if (d < model_.local_size.size()) {
      shape.local[d] = checked(values, local_[d], model_.local_size[d], "group size");
    }
  }
  shape.groups = checked(values, groups_, model_.groups, "number of groups");
  return shape;
}

}  // namespace clgauge::model
