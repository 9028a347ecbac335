#pragma once

#include <optional>
#include <span>
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

// The machine while it was measured, against when it was calibrated: times of the reference kernel
// over its shortest time then.
struct PaceNow {
  double least = 1;
  double median = 1;
  double most = 1;
  std::size_t runs = 0;
  std::string calibrated_at;
};

// Nothing without times, or where the calibration has none of the reference kernel.
[[nodiscard]] std::optional<PaceNow> pace_now(db::Store& store,
                                              const db::CalibrationRow& calibration,
                                              std::span<const double> reference_seconds);

// One line for people; empty where the machine was as it had been.
[[nodiscard]] std::string slowness(const std::optional<PaceNow>& pace);

}  // namespace clgauge::service
