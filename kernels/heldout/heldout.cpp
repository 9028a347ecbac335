#include "kernels/heldout/heldout.h"

#include <iterator>

namespace clgauge::kernels {

std::vector<Family> heldout_families() {
  std::vector<Family> all;
  for (std::vector<Family> theme : {heldout_streaming(), heldout_linear_algebra(), heldout_grids(),
                                    heldout_local_memory(), heldout_arithmetic()}) {
    std::move(theme.begin(), theme.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace clgauge::kernels
