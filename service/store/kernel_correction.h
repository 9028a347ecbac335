#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "db/observation_table.h"
#include "db/store.h"
#include "model/correction/correction.h"
#include "model/features/binder.h"
#include "service/store/stored_model.h"

namespace clgauge::service {

// What somebody says of a launch beside its integers, by argument.
struct GivenInputs {
  std::map<std::string, std::vector<double>> reals;  // a number a lane, or a member
  std::map<std::string, std::string> contents;       // of buffers: a hash
};

// What a correction is a function of: how much a launch does (operations, bytes and work-items
// together, so that it grows with every size), its shape, and what else tells it from others.
struct LaunchSize {
  double work = 1;
  std::string shape;   // "16x16", and the contents that were given: "64 rows=7d1c.."
  std::string launch;  // "1024x1024 n=1024 alpha=0.75"
};
[[nodiscard]] LaunchSize launch_size(const collector::KernelModel& kernel,
                                     const collector::Bindings& bindings,
                                     const GivenInputs& given = {});

// launch_size() of one kernel made ready for ever new sizes: microseconds. Immutable; thread-safe
// as long as each thread has its own workspace. The kernel model must outlive it.
class LaunchSizer {
 public:
  explicit LaunchSizer(const collector::KernelModel& kernel);
  [[nodiscard]] LaunchSize at(const collector::Bindings& bindings,
                              model::FeatureBinder::Workspace& workspace,
                              const GivenInputs& given = {}) const;

 private:
  const collector::KernelModel& kernel_;
  model::FeatureBinder binder_;
};

// One run of a kernel, however it was measured.
struct ObservedRun {
  double seconds = 0;
  double log_sigma = 0.03;  // noise of the time, as a standard deviation of its logarithm
  std::string source;       // who saw it: "observe", "select", ...
  GivenInputs given{};
};

// Keeps a run beside what every stored built-in model says of it now, so that predictions of this
// kernel can be corrected; returns the observation's uid. Throws Error(store) when the device has
// not been calibrated, Error(input) for a time that is not positive, for noise that is none, and
// for an argument that is no number.
std::string observe(db::Store& store, const std::string& device_id, const std::string& driver,
                    const collector::KernelModel& kernel, const collector::Bindings& bindings,
                    const ObservedRun& run);

// What an observation says of a run that was predicted by the default model when it was observed.
struct PredictedRun {
  double predicted_seconds = 0;
  double work = 1;
  std::string shape;
  std::string calibration_uid;
  std::string group;  // of the costs that bound it (cost_group.h); empty when not known
};
// Nothing for other observations, those of other tools for example.
[[nodiscard]] std::optional<PredictedRun> predicted_run(const db::ObservationRow& row);

// The launch of an observed run.
struct ObservedLaunch {
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> local;
  collector::Bindings args;
  GivenInputs given;
};
[[nodiscard]] ObservedLaunch observed_launch(const collector::KernelModel& kernel,
                                             const collector::Bindings& bindings,
                                             const GivenInputs& given = {});
// What a model says of such a launch now; nothing when it cannot say.
struct Saying {
  double seconds = 0;
  model::CostParts parts;
};
using SayNow = std::function<std::optional<Saying>(const ObservedLaunch&)>;

// What the runs in the store say of a model's errors on this kernel; empty when there are none. A
// run is held against what the model says now: by `say_now`, where models of compiled code are, by
// the kernel's counts otherwise. Where there is no answer it is held against what the model said
// when it was observed, with more noise if that was another calibration. Rows that are damaged are
// left out, of which a note is added to `notes`.
[[nodiscard]] model::Correction correction_of(db::Store& store, const std::string& device_id,
                                              const StoredModel& stored,
                                              const collector::KernelModel& kernel,
                                              const SayNow& say_now = {},
                                              std::vector<std::string>* notes = nullptr);

}  // namespace clgauge::service
