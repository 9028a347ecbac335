#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/calibration_table.h"
#include "db/store.h"
#include "device/device.h"
#include "microbench/calibrate.h"
#include "model/definition.h"
#include "model/fitted.h"

namespace clgauge::service {

struct CalibrationRequest {
  std::string effort = "quick";
  std::string filter;    // instead of the effort's plan: only these measurement kernels
  bool force = false;    // measure anew even when a valid calibration exists
  bool another = false;  // the same, but go on with one that was interrupted
  // Names of cost groups (service/store/cost_group.h): measure anew what determines these, and take
  // all other samples from the newest complete calibration of the same plan.
  std::vector<std::string> renew{};

  friend bool operator==(const CalibrationRequest&, const CalibrationRequest&) = default;
};

// What the caller sees while a calibration runs; empty functions are allowed.
struct CalibrationListener {
  std::function<void(const microbench::Progress&)> progress;
  // A sample that has just been committed.
  std::function<void(const microbench::MicroKernel&, const microbench::Measurement&)> sample;
};

struct CalibrationOutcome {
  enum class How { reused, finished, interrupted };
  How how = How::finished;
  std::string calibration_uid;
  std::size_t samples = 0;
  std::size_t resumed_samples = 0;  // of those, taken by an earlier run
  std::size_t failed = 0;           // samples whose status is not ok
  std::vector<std::string> notes;   // drift, throttling, rejected results
  std::vector<model::FittedModel> models;
};

// Measures what the plan asks for and the store lacks, committing each sample as taken, then fits
// every built-in model. A valid calibration of the same device, driver and plan is reused; one that
// was interrupted is gone on with. Throws Error(usage) when there is nothing to renew,
// Error(device) when not one sample could be taken.
[[nodiscard]] CalibrationOutcome calibrate(db::Store& store, const device::Identity& device,
                                           const CalibrationRequest& request,
                                           const std::atomic<bool>& stop,
                                           const CalibrationListener& listener);

// The complete calibrations that such a request would reuse, newest first.
[[nodiscard]] std::vector<std::string> reusable_calibrations(db::Store& store,
                                                             const device::Identity& device,
                                                             const CalibrationRequest& request);

// What was asked for when a calibration was made, so that parts of it can be renewed; nothing for
// one of chosen kernels that has not recorded which.
[[nodiscard]] std::optional<CalibrationRequest> request_of(const db::CalibrationRow& calibration);

// Fits every built-in model to the samples of a calibration and stores them: what an upgrade of
// clgauge asks for. No device is asked.
std::vector<model::FittedModel> refit(db::Store& store, const std::string& calibration_uid);

}  // namespace clgauge::service
