#pragma once

#include <map>
#include <string>
#include <vector>

#include "collector/footprint/footprint.h"
#include "collector/symbolic/symbolic.h"

namespace clgauge::collector::test {

// References as a test writes them down: "y*nx + x" for y in 0..ny-1, x in 0..nx-1, where x - 1 >=
// 0.
struct LoopNest {
  struct Loop {
    std::string name;
    std::string low;
    std::string high;
  };
  std::string offset;
  std::vector<Loop> loops;
  std::vector<std::string> guards;  // all >= 0
  std::int64_t width = 1;
};

inline Reference make_reference(symbolic::Context& context, const LoopNest& nest) {
  Reference reference;
  for (const LoopNest::Loop& loop : nest.loops) {
    const symbolic::AtomId id = context.symbol_id(loop.name);
    Reference::Variable variable{id, symbolic::parse(context, loop.low),
                                 symbolic::parse(context, loop.high)};
    context.set_range(id, {variable.low, variable.high, false});
    reference.variables.push_back(std::move(variable));
  }
  for (const std::string& guard : nest.guards) {
    reference.guards.front().push_back(symbolic::parse(context, guard));
  }
  reference.offset = symbolic::parse(context, nest.offset);
  reference.width = nest.width;
  return reference;
}

inline symbolic::Values values_of(symbolic::Context& context,
                                  const std::map<std::string, std::int64_t>& sizes) {
  symbolic::Values values;
  for (const auto& [name, value] : sizes) values[context.symbol_id(name)] = value;
  return values;
}

}  // namespace clgauge::collector::test
