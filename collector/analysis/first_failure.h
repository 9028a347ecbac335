#pragma once

#include <optional>

#include "collector/analysis/condition.h"

namespace clgauge::collector {

struct FirstFailure {
  // Number of the first iteration, from 0, in which the condition does not hold. When not exact, an
  // upper bound. Nothing: it always holds, or it cannot be told.
  std::optional<symbolic::Poly> iteration;
  bool exact = true;
};

// When a loop that runs while `stay` holds in its iteration number `iteration` = 0, 1, ... stops.
// Understands conjunctions of conditions that are linear in the iteration number (with a step of
// provable sign), geometric (x / c^i, x * c^i), or that depend on nothing else. `only_exit`: the
// loop ends in no other way, so that a test for inequality (i != n) can be relied on to be met;
// what that takes is recorded as an assumption.
[[nodiscard]] FirstFailure first_failure(symbolic::Context& context, const Condition& stay,
                                         symbolic::AtomId iteration, bool only_exit);

}  // namespace clgauge::collector
