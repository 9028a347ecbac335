#pragma once

#include <string>
#include <vector>

#include "db/store.h"

namespace clgauge::service {

// How far repeated calibrations of one device are apart. The spread of a quantity is (largest -
// smallest) / mean over the calibrations: for two of them, their relative difference.
struct Repeatability {
  struct Spread {
    std::string of;  // the name of a micro kernel or of a cost
    double relative = 0;
  };
  std::vector<Spread> samples;  // times of the micro kernels that every calibration measured
  std::vector<Spread> costs;    // costs that every calibration determines and finds above zero
};

// The middle of the spreads; not a number when there are none.
[[nodiscard]] double median_spread(const std::vector<Repeatability::Spread>& spreads);

// Compares two or more calibrations of the store: their samples and the costs of the newest `model`
// of each. Throws Error(store) when one cannot be read.
[[nodiscard]] Repeatability repeatability(db::Store& store,
                                          const std::vector<std::string>& calibration_uids,
                                          const std::string& model);

}  // namespace clgauge::service
