#include "lens_look.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "lens/launch/look.h"
#include "tests/lens/recorded_looks.h"

namespace clgauge::fuzz {
namespace {

// Loops that damage has made endless are to be given up soon.
constexpr lens::EvaluationLimits kLimits{
    .most_instructions = 300'000, .most_accesses = 1 << 20, .stack_bytes = 1 << 20};

const std::vector<lens::LensRequest>& recorded_requests() {
  static const std::vector<lens::LensRequest> kRequests = [] {
    std::vector<lens::LensRequest> all;
    for (lens::RecordedLooks& one : lens::recorded_looks()) {
      all.insert(all.end(), one.requests.begin(), one.requests.end());
    }
    return all;
  }();
  return kRequests;
}

}  // namespace

void lens_look(const std::string& bytes) {
  if (bytes.size() < 2) {
    return;
  }
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const auto& requests = recorded_requests();
  lens::LensRequest request = requests[(byte(0) + 256U * byte(1)) % requests.size()];
  request.object = bytes.substr(2);
  // Of its own for each: what it remembers of one object must not decide about another.
  const lens::LensAnswer answer = lens::Lens({lens::kRecordedCpu}, kLimits).look(request);
  const bool is_finite =
      std::all_of(answer.features.begin(), answer.features.end(),
                  [](const auto& feature) { return std::isfinite(feature.second); });
  const bool has_failed = answer.refusal.find("no finite number") != std::string::npos;
  if (answer.refusal.empty() == answer.features.empty() || !is_finite || has_failed) {
    std::abort();
  }
}

}  // namespace clgauge::fuzz
