#include "service/store/sampled_kernels.h"

#include <algorithm>
#include <map>

#include "db/sample_table.h"

namespace clgauge::service {
namespace {

constexpr const char* kReferencePrefix = "reference/";

}  // namespace

std::string reference_name(const std::string& micro_kernel) {
  return kReferencePrefix + micro_kernel;
}

bool is_reference(const std::string& micro_kernel) {
  return micro_kernel.rfind(kReferencePrefix, 0) == 0;
}

std::vector<SampledKernel> sampled_kernels(db::Store& store, const std::string& calibration_uid) {
  std::vector<SampledKernel> kernels;
  std::map<std::string, std::vector<double>> medians;
  for (const auto& row : db::SampleTable(store).list_ok(calibration_uid)) {
    if (is_reference(row.micro_kernel)) {
      continue;
    }
    auto& of_passes = medians[row.micro_kernel];
    if (of_passes.empty()) {
      kernels.push_back({row.micro_kernel, row.micro_kernel_uid});
    }
    of_passes.push_back(row.summary->median_seconds);
  }
  // What disturbs a measurement makes it longer, never shorter (microbench/policy/agreement.h).
  for (auto& kernel : kernels) {
    kernel.seconds = *std::min_element(medians[kernel.name].begin(), medians[kernel.name].end());
  }
  return kernels;
}

}  // namespace clgauge::service
