#include "service/store/sampled_kernels.h"

#include <algorithm>
#include <map>
#include <utility>

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
  std::map<std::string, std::size_t> places;  // by name: a name may have had two jobs
  for (auto& sampled : db::SampleTable(store).medians(calibration_uid)) {
    if (is_reference(sampled.micro_kernel)) {
      continue;
    }
    const auto [place, is_new] = places.emplace(sampled.micro_kernel, kernels.size());
    if (is_new) {
      kernels.push_back({sampled.micro_kernel, std::move(sampled.micro_kernel_uid), 0, {}});
    }
    auto& passes = kernels[place->second].pass_seconds;
    passes.insert(passes.end(), sampled.seconds.begin(), sampled.seconds.end());
  }
  // What disturbs a measurement makes it longer, never shorter (microbench/policy/agreement.h).
  for (SampledKernel& kernel : kernels) {
    kernel.seconds = *std::min_element(kernel.pass_seconds.begin(), kernel.pass_seconds.end());
  }
  return kernels;
}

}  // namespace clgauge::service
