// The numbers that a launch description gives its symbols.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/error.h"
#include "collector/kernel/formula_builder.h"
#include "collector/kernel/launch_parser.h"
#include "collector/symbolic/evaluate.h"
#include "collector/symbolic/operations.h"
#include "collector/symbolic/parse.h"

namespace clgauge::collector {

using symbolic::Context;
using symbolic::Poly;

namespace {

std::optional<std::int64_t> value_of(const Context& context, const Poly& poly,
                                     const symbolic::Values& values) {
  const auto value = symbolic::evaluate(context, poly, values);
  if (!value || !value->is_integer()) return std::nullopt;
  return symbolic::to_int64(value->floor());
}

}  // namespace

std::string number_name(const std::string& argument, std::size_t index) {
  return argument + ".s" + std::to_string(index);
}

Bindings argument_values(const LaunchDescription& launch) {
  Context context;
  std::map<std::string, Poly> pending;
  for (const auto& [name, text] : launch.args) {
    if (is_decimal_fraction(text)) continue;
    const Poly value = symbolic::parse(context, text, symbolic::Division::floor);
    if (value == context.symbol(name)) continue;  // --arg n=n: stays symbolic
    pending.emplace(name, value);
  }
  std::vector<Assumption> assumptions;
  assumptions.reserve(launch.assumptions.size());
  for (const std::string& text : launch.assumptions) {
    assumptions.push_back(parse_assumption(context, text));
  }

  symbolic::Values values;
  Bindings result;
  const auto bind = [&](const std::string& name, std::int64_t value) {
    result[name] = value;
    values[context.symbol_id(name)] = value;
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (auto it = pending.begin(); it != pending.end();) {
      const auto value = value_of(context, it->second, values);
      if (value) bind(it->first, *value);
      progress = progress || value.has_value();
      it = value ? pending.erase(it) : std::next(it);
    }
    for (const Assumption& assumption : assumptions) {
      if (assumption.kind != Assumption::Kind::zero) continue;
      // a name with coefficient +-1 follows once all others are known
      for (const symbolic::AtomId id : assumption.value.atoms()) {
        if (values.count(id) != 0 || assumption.value.degree(id) != 1) continue;
        const Poly slope = assumption.value.coefficient(id, 1);
        if (!(slope * slope == Poly(1))) continue;
        const Poly solution = -assumption.value.coefficient(id, 0) * slope;
        if (const auto value = value_of(context, solution, values)) {
          bind(context.atom(id).name, *value);
          progress = true;
        }
      }
    }
  }
  for (const auto& [name, value] : pending) {
    if (symbolic::depends_on(context, value, context.symbol_id(name))) {
      throw Error(ErrorKind::input,
                  fmt::format("the argument {}={} refers to itself; give it a number", name,
                              launch.args.at(name)));
    }
  }
  for (const Assumption& assumption : assumptions) {
    const auto value = value_of(context, assumption.value, values);
    if (value && !holds(assumption, *value)) {
      throw Error(
          ErrorKind::input,
          fmt::format("the arguments break the assumption '{}'; change either", assumption.text));
    }
  }
  return result;
}

std::int64_t expression_value(const std::string& text, const Bindings& values) {
  Context context;
  const Formula formula =
      FormulaBuilder::build(context, symbolic::parse(context, text, symbolic::Division::floor));
  if (const auto value = formula.evaluate(values)) return *value;
  std::string mend;
  for (const std::string& name : formula.symbols()) {
    if (values.count(name) == 0) mend += " --arg " + name + "=VALUE";
  }
  throw Error(ErrorKind::input, fmt::format("'{}' has no value: add{}", text, mend));
}

}  // namespace clgauge::collector
