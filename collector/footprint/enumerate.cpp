#include <algorithm>
#include <unordered_set>

#include "collector/footprint/footprint.h"

namespace clgauge::collector {

using symbolic::Context;
using symbolic::Integer;
using symbolic::Poly;
using symbolic::Values;

namespace {

struct GivenUp {};

class Walk {
 public:
  Walk(const Context& context, const Values& sizes, std::int64_t most_executions)
      : context_(context), values_(sizes), left_(most_executions) {}

  void run(const Reference& reference) { step(reference, 0); }
  [[nodiscard]] std::int64_t touched() const { return static_cast<std::int64_t>(touched_.size()); }

 private:
  Integer value(const Poly& poly) const {
    const auto result = symbolic::evaluate(context_, poly, values_);
    if (!result || !result->is_integer()) throw GivenUp();
    return result->floor();
  }

  void spend() {
    if (--left_ < 0) throw GivenUp();
  }

  bool executed(const Reference& reference) const {
    return std::any_of(reference.guards.begin(), reference.guards.end(),
                       [&](const Reference::Conjunction& piece) {
                         return std::all_of(piece.begin(), piece.end(),
                                            [&](const Poly& poly) { return value(poly) >= 0; });
                       });
  }

  void step(const Reference& reference, std::size_t depth) {
    if (depth < reference.variables.size()) {
      const Reference::Variable& variable = reference.variables[depth];
      const Integer low = value(variable.low);
      const Integer high = value(variable.high);
      if (high < low) spend();  // or empty loops go on for ever
      for (Integer i = low; i <= high; ++i) {
        values_[variable.id] = i;
        step(reference, depth + 1);
      }
      values_.erase(variable.id);
      return;
    }
    spend();
    if (!executed(reference)) return;
    const std::int64_t first = symbolic::to_int64(value(reference.offset));
    for (std::int64_t i = 0; i < reference.width; ++i) touched_.insert(first + i);
  }

  const Context& context_;
  Values values_;
  std::int64_t left_;
  std::unordered_set<std::int64_t> touched_;
};

}  // namespace

std::optional<std::int64_t> footprint_by_enumeration(const Context& context,
                                                     const std::vector<Reference>& references,
                                                     const Values& sizes,
                                                     std::int64_t most_executions) {
  Walk walk(context, sizes, most_executions);
  try {
    for (const Reference& reference : references) walk.run(reference);
  } catch (const GivenUp&) {
    return std::nullopt;
  } catch (const symbolic::Overflow&) {
    return std::nullopt;
  }
  return walk.touched();
}

}  // namespace clgauge::collector
