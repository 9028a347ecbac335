#pragma once

#include <string>
#include <vector>

#include "db/store.h"

namespace clgauge::service {

// How far repeated calibrations of one device are apart. The spread of a quantity is (largest -
// smallest) / mean over the calibrations: for two of them, their relative difference.
struct Spread {
  std::string of;  // the name of a micro kernel or of a cost
  double relative = 0;
};

// The middle of the spreads; not a number when there are none.
[[nodiscard]] double median_spread(const std::vector<Spread>& spreads);

// Of the times of the micro kernels that every calibration measured. Throws Error(store) when one
// cannot be read.
[[nodiscard]] std::vector<Spread> sample_spreads(db::Store& store,
                                                 const std::vector<std::string>& calibration_uids);

// Of the costs of the newest `model` that every calibration determines and finds above zero. Throws
// Error(store) when one cannot be read.
[[nodiscard]] std::vector<Spread> cost_spreads(db::Store& store,
                                               const std::vector<std::string>& calibration_uids,
                                               const std::string& model);

}  // namespace clgauge::service
