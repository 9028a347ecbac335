#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "db/store.h"
#include "microbench/plan.h"

namespace clgauge::service {

// For a calibration that measures anew only what has moved: copies from another calibration of the
// same plan the samples of all kernels that carry none of these tags, all or none; returns how many
// there are. Doing it twice is doing it once.
std::size_t keep_samples_of_others(db::Store& store, const microbench::Plan& plan,
                                   const std::string& from_calibration_uid,
                                   const std::string& to_calibration_uid,
                                   const std::vector<std::string>& renewed_tags);

}  // namespace clgauge::service
