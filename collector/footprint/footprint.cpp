#include "collector/footprint/footprint.h"

#include <fmt/format.h>
#include <isl/options.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "collector/footprint/count_points.h"
#include "collector/footprint/delinearise.h"
#include "collector/footprint/isl_text.h"
#include "collector/footprint/normalise.h"
#include "collector/symbolic/operations.h"
#include "collector/symbolic/sums.h"

namespace clgauge::collector {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;
using symbolic::Rational;

namespace {

// Why there is no formula; the words end up in Footprint::reason.
struct NoFormula {
  std::string reason;
};

class FootprintCounter {
 public:
  FootprintCounter(Context& context, const std::vector<Reference>& references,
                   const FootprintLimits& limits)
      : context_(context),
        references_(references),
        limits_(limits),
        isl_(isl_ctx_alloc()),
        text_(context) {
    isl_options_set_on_error(isl_.get(), ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(isl_.get(), limits.isl_operations);
  }

  Poly count() {
    if (references_.size() > limits_.references) throw NoFormula{"too many references"};
    const auto strides = common_strides(context_, references_);
    if (!strides) throw NoFormula{"an offset is not affine, or its strides do not nest"};
    IslSet all;
    for (const Reference& reference : references_) {
      IslSet touched = touched_by(reference, *strides);
      all.reset(all ? isl_set_union(all.release(), touched.release()) : touched.release());
    }
    text_.set_variables({});
    // The strides are parameters, too: what is known of them decides whether rows overlap.
    for (std::size_t i = 1; i < strides->size(); ++i) {
      (void)text_.expression(divide_with_remainder((*strides)[i - 1], (*strides)[i]).quotient);
    }
    const std::string facts = text_.known_of_parameters();
    const IslSet known =
        read(fmt::format("{}{{ {} : {} }}", text_.parameters(), tuple(strides->size()), facts));
    all.reset(isl_set_intersect(all.release(), isl_set_copy(known.get())));
    check_subscripts(all, *strides);
    without_quantifiers(all);
    return shortest_count(std::move(all), known);
  }

 private:
  static std::string subscript_name(std::size_t i) { return fmt::format("s{}", i); }

  static std::string tuple(std::size_t size) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < size; ++i) names.push_back(subscript_name(i));
    return fmt::format("[{}]", fmt::join(names, ", "));
  }

  IslSet read(const std::string& text) {
    IslSet set(isl_set_read_from_str(isl_.get(), text.c_str()));
    if (!set) throw NoFormula{"too much work for the polyhedral library"};
    return set;
  }

  std::string constraint(const Poly& poly) {
    const auto text = text_.constraint(poly);
    if (!text) throw NoFormula{"a loop bound or guard is not affine"};
    return *text;
  }

  IslSet touched_by(const Reference& reference, const Strides& strides) {
    const auto parts = subscripts(context_, reference, strides);
    if (!parts) throw NoFormula{"an offset is no combination of the array's strides"};
    std::set<AtomId> ids;
    std::vector<std::string> names;
    for (const Reference::Variable& variable : reference.variables) {
      ids.insert(variable.id);
      names.push_back(IslText::variable(variable.id));
    }
    text_.set_variables(ids);
    std::vector<std::string> conditions;
    for (std::size_t i = 0; i < parts->size(); ++i) {
      const auto value = text_.expression((*parts)[i]);
      if (!value) throw NoFormula{"a subscript is not affine"};
      const bool wide = reference.width > 1 && i + 1 == parts->size();
      conditions.push_back(wide ? fmt::format("{} <= {} and {} <= {} + {}", *value,
                                              subscript_name(i), subscript_name(i), *value,
                                              reference.width - 1)
                                : fmt::format("{} = {}", subscript_name(i), *value));
    }
    for (const Reference::Variable& variable : reference.variables) {
      const Poly value = Poly::atom(variable.id);
      conditions.push_back(constraint(value - variable.low));
      conditions.push_back(constraint(variable.high - value));
    }
    conditions.push_back(guard_text(reference));
    const std::string all = fmt::format("{}", fmt::join(conditions, " and "));
    const std::string body =
        names.empty() ? all : fmt::format("exists ({} : {})", fmt::join(names, ", "), all);
    return read(fmt::format("{}{{ {} : {} }}", text_.parameters(), tuple(strides.size()), body));
  }

  std::string guard_text(const Reference& reference) {
    std::vector<std::string> pieces;
    for (const Reference::Conjunction& piece : reference.guards) {
      std::vector<std::string> conditions{"true"};
      for (const Poly& poly : piece) conditions.push_back(constraint(poly));
      pieces.push_back(fmt::format("({})", fmt::join(conditions, " and ")));
    }
    return pieces.empty() ? "false" : fmt::format("({})", fmt::join(pieces, " or "));
  }

  // Subscripts name an element uniquely only while each stays below the ratio of its stride to the
  // next larger one. The polyhedral library decides that for all parameters at once.
  void check_subscripts(const IslSet& touched, const Strides& strides) {
    std::vector<std::string> conditions{"true"};
    text_.set_variables({});
    for (std::size_t i = 1; i < strides.size(); ++i) {
      const Poly ratio = divide_with_remainder(strides[i - 1], strides[i]).quotient;
      const auto text = text_.expression(ratio);
      if (!text) throw NoFormula{"a stride is not an integer expression"};
      conditions.push_back(
          fmt::format("0 <= {} and {} < {}", subscript_name(i), subscript_name(i), *text));
    }
    const IslSet box = read(fmt::format("{}{{ {} : {} }}", text_.parameters(),
                                        tuple(strides.size()), fmt::join(conditions, " and ")));
    if (isl_set_is_subset(touched.get(), box.get()) != isl_bool_true) {
      throw NoFormula{"a subscript may reach its stride: rows overlap, or that cannot be excluded"};
    }
  }

  // Items and iterations leave the description of the elements: whole quotients say the same.
  void without_quantifiers(IslSet& all) {
    const unsigned long granted = limits_.isl_operations_of_offset * references_.size();
    isl_ctx_set_max_operations(isl_.get(), std::min(granted, limits_.isl_operations));
    all.reset(isl_set_compute_divs(all.release()));
    if (!all) throw NoFormula{"too much work for the polyhedral library"};
    isl_ctx_set_max_operations(isl_.get(), limits_.isl_operations);
  }

  // Disjoint pieces as they come, or merged first: whichever counts in fewer terms.
  Poly shortest_count(IslSet all, const IslSet& known) {
    std::optional<Poly> best;
    for (const bool merge : {false, true}) {
      IslSet pieces(isl_set_copy(all.get()));
      if (merge) pieces.reset(isl_set_coalesce(pieces.release()));
      pieces.reset(isl_set_make_disjoint(pieces.release()));
      if (merge) pieces.reset(isl_set_coalesce(pieces.release()));
      pieces.reset(isl_set_gist(pieces.release(), isl_set_copy(known.get())));
      pieces.reset(isl_set_compute_divs(isl_set_remove_redundancies(pieces.release())));
      if (!pieces) break;
      const auto count = count_points(context_, text_, pieces, limits_);
      if (count && (!best || length(*count) < length(*best))) best = count;
    }
    if (!best) throw NoFormula{"too many pieces to count in closed form"};
    return *best;
  }

  std::size_t length(const Poly& poly) const {
    std::size_t result = poly.terms().size();
    for (const AtomId id : poly.atoms()) {
      for (const Poly& operand : context_.atom(id).operands) result += 2 * length(operand);
    }
    return result;
  }

  Context& context_;
  const std::vector<Reference>& references_;
  const FootprintLimits& limits_;
  IslContext isl_;
  IslText text_;
};

// Every execution of every reference, as if none touched what another did.
Poly executions(Context& context, const std::vector<Reference>& references) {
  Poly total;
  for (const Reference& reference : references) {
    std::vector<std::unique_ptr<symbolic::ScopedRange>> ranges;
    ranges.reserve(reference.variables.size());
    for (const Reference::Variable& variable : reference.variables) {
      ranges.push_back(std::make_unique<symbolic::ScopedRange>(
          context, variable.id, symbolic::Range{variable.low, variable.high, false}));
    }
    Poly body;
    for (const Reference::Conjunction& piece : reference.guards) {
      Poly holds(1);
      for (const Poly& poly : piece) holds *= symbolic::indicator(context, poly);
      body += holds;
    }
    for (auto variable = reference.variables.rbegin(); variable != reference.variables.rend();
         ++variable) {
      ranges.pop_back();
      body = symbolic::sum_over(context, variable->id, variable->low, variable->high, body);
    }
    total += body * Rational(reference.width);
  }
  return total;
}

// As the references stand, with whole quotients of sizes, and without what offsets have in common:
// whichever can be counted first.
Poly count_in_some_form(Context& context, std::vector<Reference> references,
                        const FootprintLimits& limits) {
  try {
    return FootprintCounter(context, references, limits).count();
  } catch (const NoFormula&) {
    const WholeQuotients quotients(context, references);
    const auto count = [&] {
      return quotients.restored(FootprintCounter(context, references, limits).count());
    };
    if (quotients.any()) {
      try {
        return count();
      } catch (const NoFormula&) {
        if (!drop_common_shift(context, references)) throw;
        return count();
      }
    }
    if (!drop_common_shift(context, references)) throw;
    return count();
  }
}

// Where nothing depends on sizes (a tree in local memory), walking through is as good as a formula.
std::optional<Footprint> walked_footprint(const Context& context,
                                          const std::vector<Reference>& references,
                                          const FootprintLimits& limits) {
  const bool guards_exact =
      std::all_of(references.begin(), references.end(),
                  [](const Reference& reference) { return reference.guards_exact; });
  if (!guards_exact) return std::nullopt;
  const auto elements = footprint_by_enumeration(context, references, {}, limits.walked_executions);
  if (!elements) return std::nullopt;
  return Footprint{Poly(*elements), CountFlag::exact, ""};
}

bool any_opaque(const Context& context, const std::vector<Reference>& references) {
  return std::any_of(references.begin(), references.end(), [&](const Reference& reference) {
    return symbolic::is_opaque(context, reference.offset);
  });
}

}  // namespace

std::optional<Footprint> footprint_formula(Context& context, const std::vector<Reference>& given,
                                           const FootprintLimits& limits, std::string& reason) {
  if (given.empty()) return Footprint{};
  // First: it is soon over, and what it answers may take isl seconds.
  if (auto walked = walked_footprint(context, given, limits)) return walked;
  const symbolic::ScopedWorkLimit work(context, limits.terms);
  try {
    Footprint result;
    result.elements = count_in_some_form(context, normalised(context, given), limits);
    const bool guards_exact =
        std::all_of(given.begin(), given.end(),
                    [](const Reference& reference) { return reference.guards_exact; });
    if (!guards_exact) {
      result.flag = CountFlag::upper;
      result.reason = "a guard could not be described exactly";
    }
    return result;
  } catch (const NoFormula& error) {
    reason = error.reason;
  } catch (const symbolic::Overflow&) {
    reason = "the count's coefficients overflow";
  } catch (const symbolic::OutOfWork&) {
    reason = "the count takes too much work";
  }
  return std::nullopt;
}

Footprint footprint_of(Context& context, const std::vector<Reference>& references,
                       const FootprintLimits& limits) {
  if (any_opaque(context, references)) {
    return {executions(context, references), CountFlag::data_dependent,
            "an offset depends on values in memory"};
  }
  std::string reason;
  const auto footprint = footprint_formula(context, references, limits, reason);
  return footprint ? *footprint
                   : Footprint{executions(context, references), CountFlag::upper, reason};
}

}  // namespace clgauge::collector
