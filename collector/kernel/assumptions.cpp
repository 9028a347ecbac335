// Whether numbers keep what a model was derived under.
#include <optional>

#include "base/error.h"
#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch_parser.h"
#include "collector/symbolic/evaluate.h"

namespace clgauge::collector {

bool holds(const Assumption& assumption, const symbolic::Integer value) {
  switch (assumption.kind) {
    case Assumption::Kind::divisible:
      return value % assumption.divisor == 0;
    case Assumption::Kind::nonnegative:
      return value >= 0;
    case Assumption::Kind::zero:
      return value == 0;
  }
  return false;
}

std::optional<std::string> broken_assumption(const KernelModel& model, const Bindings& bindings) {
  symbolic::Context context;
  symbolic::Values values;
  for (const auto& [name, value] : bindings) values[context.symbol_id(name)] = value;
  for (const std::string& text : model.assumptions) {
    try {
      const Assumption assumption = parse_assumption(context, text);
      const auto value = symbolic::evaluate(context, assumption.value, values);
      if (value && (!value->is_integer() || !holds(assumption, value->floor()))) return text;
    } catch (const Error&) {
      continue;  // of a form that only people read: a group size that divides a sum
    }
  }
  return std::nullopt;
}

}  // namespace clgauge::collector
