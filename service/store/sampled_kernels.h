#pragma once

#include <string>
#include <vector>

#include "db/store.h"

namespace clgauge::service {

// The drift reference is measured many times over, under a name of its own: it must not weigh in a
// fit.
[[nodiscard]] std::string reference_name(const std::string& micro_kernel);
[[nodiscard]] bool is_reference(const std::string& micro_kernel);

// What a calibration says of one micro kernel.
struct SampledKernel {
  std::string name;
  std::string micro_kernel_uid;
  double seconds = 0;                // the shortest of its passes' medians
  std::vector<double> pass_seconds;  // all of them
};

// Every micro kernel that ran, references left out, in the order first taken.
[[nodiscard]] std::vector<SampledKernel> sampled_kernels(db::Store& store,
                                                         const std::string& calibration_uid);

}  // namespace clgauge::service
