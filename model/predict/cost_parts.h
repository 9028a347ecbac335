#pragma once

#include <string>
#include <vector>

namespace clgauge::model {

struct CostPart {
  std::string cost;
  double part = 0;  // of the predicted time, 0 to 1

  bool operator==(const CostPart&) const = default;
};

// What a launch spends its time on, as a model sees it; costs that take none may be left out.
// Empty where nobody has said.
using CostParts = std::vector<CostPart>;

}  // namespace clgauge::model
