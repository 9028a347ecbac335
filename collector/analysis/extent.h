#pragma once

#include <optional>

#include "collector/analysis/domain.h"

namespace clgauge::collector {

// The highest value that `poly` takes over the domain. An upper bound where a guard had to be left
// out of account; nothing when no bound can be derived.
struct Highest {
  symbolic::Poly value;
  bool exact = true;
};
[[nodiscard]] std::optional<Highest> highest_over(Workspace& workspace, const symbolic::Poly& poly,
                                                  const Domain& domain);

}  // namespace clgauge::collector
