#pragma once

#include <optional>
#include <string>

#include "db/calibration_table.h"
#include "db/store.h"

namespace clgauge::service {

// A calibration that ran slowly from its first measurement to its last looks steady: only another
// one of the same device and driver can tell. Compares the shortest times of the drift reference.
struct Pace {
  double ratio = 1;        // this calibration's reference over the fastest one's; 1: the fastest
  std::string fastest_at;  // when that one started
};

// Nothing where no other calibration of the device and driver ran the same reference kernel.
[[nodiscard]] std::optional<Pace> pace_of(db::Store& store, const db::CalibrationRow& calibration);

// One line for people, with the mend; empty where the calibration is not much slower.
[[nodiscard]] std::string slowness(const std::optional<Pace>& pace);

}  // namespace clgauge::service
