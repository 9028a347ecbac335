#pragma once

#include <vector>

#include "lens/ptx/program.h"

namespace clgauge::lens::simt {

// What ptxas makes of an access.
struct AccessCode {
  // An update of an address that is seen to be the same for the lanes of a sub-group: they elect
  // one that does it for all (VOTEU and POPC, or REDUX, before REDG or ATOMG).
  bool is_combined = false;
  // A compare-and-exchange that a loop makes until it succeeds, always of the same place.
  bool is_tried_again = false;
  // The loop loads before each try.
  bool loads_again = false;
};

// By access of the program.
[[nodiscard]] std::vector<AccessCode> access_code(const ptx::Program& program);

}  // namespace clgauge::lens::simt
