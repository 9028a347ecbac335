#include "service/store/pace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "db/sample_table.h"
#include "service/store/sampled_kernels.h"

namespace clgauge::service {
namespace {

// Half of what clocks and neighbours change by, twice what references repeat to.
constexpr double kMuchSlower = 1.15;

// By the kernel's uid, a hash of what it does.
std::map<std::string, double> reference_seconds(db::Store& store, const std::string& calibration) {
  std::map<std::string, double> seconds;
  for (const auto& sampled : db::SampleTable(store).medians(calibration)) {
    if (is_reference(sampled.micro_kernel)) {
      seconds.emplace(sampled.micro_kernel_uid,
                      *std::min_element(sampled.seconds.begin(), sampled.seconds.end()));
    }
  }
  return seconds;
}

}  // namespace

std::optional<Pace> pace_of(db::Store& store, const db::CalibrationRow& calibration) {
  db::CalibrationFilter same;
  same.device_id = calibration.device_id;
  same.driver = calibration.driver;
  same.state = db::CalibrationState::complete;
  const auto own = reference_seconds(store, calibration.uid);
  std::optional<Pace> pace;
  for (const db::CalibrationRow& other : db::CalibrationTable(store).list(same)) {
    if (other.uid == calibration.uid) {
      continue;
    }
    for (const auto& [kernel, seconds] : reference_seconds(store, other.uid)) {
      const auto found = own.find(kernel);
      if (found == own.end()) {
        continue;
      }
      const double ratio = found->second / seconds;
      if (!pace) {
        pace.emplace();
      }
      if (ratio > pace->ratio) {
        *pace = {ratio, other.started_at};
      }
    }
  }
  return pace;
}

std::string slowness(const std::optional<Pace>& pace) {
  if (!pace || !(pace->ratio > kMuchSlower)) {
    return {};
  }
  return fmt::format(
      "slow: the reference kernel took {:.2f} times as long, from beginning to end, as in the "
      "calibration of {}: the clock is throttled or the machine shared; `clgauge calibrate "
      "--force` "
      "when it is not",
      pace->ratio, pace->fastest_at);
}

std::optional<PaceNow> pace_now(db::Store& store, const db::CalibrationRow& calibration,
                                std::span<const double> reference_seconds) {
  const auto then = service::reference_seconds(store, calibration.uid);
  if (then.empty() || reference_seconds.empty()) {
    return std::nullopt;
  }
  std::vector<double> ratios(reference_seconds.begin(), reference_seconds.end());
  for (double& ratio : ratios) {
    ratio /= then.begin()->second;
  }
  std::sort(ratios.begin(), ratios.end());
  return PaceNow{ratios.front(), ratios[ratios.size() / 2], ratios.back(), ratios.size(),
                 calibration.started_at};
}

std::string slowness(const std::optional<PaceNow>& pace) {
  if (!pace || !(pace->most > kMuchSlower)) {
    return {};
  }
  return fmt::format(
      "the machine was not as it was when it was calibrated ({}): the reference kernel took {:.2f} "
      "to {:.2f} times as long, {:.2f} in the middle of {} runs: the clock is throttled or the "
      "machine shared, and what was measured took longer for it",
      pace->calibrated_at, pace->least, pace->most, pace->median, pace->runs);
}

}  // namespace clgauge::service
