#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "collector/symbolic/context.h"
#include "collector/symbolic/evaluate.h"

namespace clgauge::collector {

// One load or store as a function of the work-item and of the iterations of its loops.
struct Reference {
  struct Variable {
    symbolic::AtomId id = 0;
    symbolic::Poly low;  // may mention variables that stand earlier in the list
    symbolic::Poly high;
    friend bool operator==(const Variable&, const Variable&) = default;
  };
  using Conjunction = std::vector<symbolic::Poly>;  // all >= 0

  symbolic::Poly offset;   // in elements, of the first one touched
  std::int64_t width = 1;  // elements touched from there on
  std::vector<Variable> variables;
  // Executed where one of these holds; one empty conjunction: always.
  std::vector<Conjunction> guards{Conjunction{}};
  bool guards_exact = true;  // false: executed at most there
  friend bool operator==(const Reference&, const Reference&) = default;
};

struct Footprint {
  symbolic::Poly elements;  // distinct elements touched by all references together
  CountFlag flag = CountFlag::exact;
  std::string reason;  // why not exact, in words; empty when it is
};

struct FootprintLimits {
  unsigned long isl_operations = 400000;  // before isl gives up on one array
  // Before it gives up eliminating variables from offsets, for each reference: with several in one
  // offset it reduces bases, and an operation takes twenty times as long as others do. Those that
  // succeed need half of this.
  unsigned long isl_operations_of_offset = 40000;
  std::int64_t terms = 300'000;             // of symbolic work before the formula is given up
  std::int64_t walked_executions = 20'000;  // of references that depend on no size
  std::size_t references = 64;
  std::size_t pieces = 200;
  std::size_t constraints = 64;  // of one piece, while variables are eliminated
};

// The number of distinct elements that `references` to one array touch, symbolic in everything that
// is not a variable of theirs. Strides that are expressions (row pitches) are handled by taking the
// offset apart into subscripts, after proof that each subscript stays below its stride; offsets
// that only shift (a row number k in k*n + j) may overlap or not, and the count says both.
// Exact, or an upper bound with the reason in words: the number of executions, each reference
// counted apart. What `context` assumes of parameters and is used goes into its record.
[[nodiscard]] Footprint footprint_of(symbolic::Context& context,
                                     const std::vector<Reference>& references,
                                     const FootprintLimits& limits = {});

// The same without the bound: nothing when there is no formula within `limits`, and `reason` says
// why.
[[nodiscard]] std::optional<Footprint> footprint_formula(symbolic::Context& context,
                                                         const std::vector<Reference>& references,
                                                         const FootprintLimits& limits,
                                                         std::string& reason);

// The exact number at given sizes by walking through every execution: for offsets that no formula
// covers. Nothing when a symbol has no value or there are more than `most_executions`.
[[nodiscard]] std::optional<std::int64_t> footprint_by_enumeration(
    const symbolic::Context& context, const std::vector<Reference>& references,
    const symbolic::Values& sizes, std::int64_t most_executions = 20'000'000);

}  // namespace clgauge::collector
