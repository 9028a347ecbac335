#include "microbench/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "microbench/policy/agreement.h"
#include "microbench/policy/core_distance.h"
#include "microbench/worker/client.h"

namespace clgauge::microbench {
namespace {

constexpr int kMostFailuresInARow = 10;
// A machine that does other work for more than this part of the time gets so many times the plan's
// time: costs that come out a tenth too long are wrong for as long as the calibration is kept.
constexpr double kBusyShare = 0.1;
constexpr double kTimesTheBudget = 2;
// Compiling, filling and starting; only for the estimate before anything has been measured.
constexpr double kOverheadSeconds = 0.3;

using Clock = std::chrono::steady_clock;

struct Task {
  const PlanGroup* group;
  const MicroKernel* kernel;
  std::size_t pass;
};

struct Taken {
  double median_seconds;
  std::size_t reference;  // which of the reference's measurements came before it
};

class Run {
 public:
  Run(const Plan& plan, WorkerClient& worker, const CalibrationHooks& hooks,
      const std::atomic<bool>& stop)
      : plan_(plan), worker_(worker), hooks_(hooks), stop_(stop) {
    for (std::size_t pass = 0; pass < plan.passes; ++pass) {
      for (const PlanGroup& group : plan.groups) {
        for (const MicroKernel& kernel : group.kernels) {
          if (hooks.passes_done && hooks.passes_done(kernel) > pass) {
            ++outcome_.resumed;
          } else {
            tasks_.push_back({&group, &kernel, pass});
          }
        }
      }
    }
  }

  CalibrationOutcome go() {
    const PlanGroup* group = nullptr;
    std::size_t pass = tasks_.empty() ? 0 : tasks_.front().pass;
    for (at_ = 0; at_ < tasks_.size() || add_pass(); ++at_) {
      if (tasks_[at_].pass > 0) {
        if (!later_passes_start_) later_passes_start_ = elapsed();
        if (elapsed() - *later_passes_start_ >= budget_seconds()) {
          outcome_.out_of_time = true;
          tasks_.resize(at_);
          break;
        }
      }
      if (failed_.count(tasks_[at_].kernel) > 0) continue;
      if (tasks_[at_].pass != pass) {
        worker_.renew();  // where its pages lie changes a kernel's time: each pass has its own
        pass = tasks_[at_].pass;
        group = nullptr;
      }
      if (tasks_[at_].group != group && !reference()) return stopped();
      group = tasks_[at_].group;
      tell();
      const MicroKernel& kernel = *tasks_[at_].kernel;
      // The object is the same in every pass.
      const Wanted wanted = tasks_[at_].pass == 0 ? Wanted::times_and_object : Wanted::times;
      const auto measurement = worker_.run(kernel.job, stop_, wanted);
      if (!measurement) return stopped();
      count(kernel, *measurement);
      if (hooks_.sink) hooks_.sink(kernel, *measurement);
      if (failures_in_a_row_ >= kMostFailuresInARow) {
        outcome_.gave_up = fmt::format("{} kernels in a row failed, the last one so: {}",
                                       failures_in_a_row_, measurement->reason);
        return std::move(outcome_);
      }
    }
    tell();
    return std::move(outcome_);
  }

 private:
  // One more pass over the kernels whose shortest time is in doubt; false when there is none.
  bool add_pass() {
    const std::size_t pass = tasks_.empty() ? plan_.passes : tasks_.back().pass + 1;
    if (pass < plan_.passes || pass >= plan_.most_passes) return false;
    const std::size_t before = tasks_.size();
    for (const PlanGroup& group : plan_.groups) {
      for (const MicroKernel& kernel : group.kernels) {
        const auto measured = taken_.find(&kernel);
        if (measured != taken_.end() && failed_.count(&kernel) == 0 && in_doubt(measured->second)) {
          tasks_.push_back({&group, &kernel, pass});
        }
      }
    }
    return tasks_.size() > before;
  }

  // No two agree on the shortest, or all were taken while the machine did other work.
  [[nodiscard]] bool in_doubt(const std::vector<Taken>& taken) const {
    std::vector<double> medians;
    bool was_calm = false;
    for (const Taken& one : taken) {
      medians.push_back(one.median_seconds);
      was_calm |= outcome_.drift.is_calm_after(one.reference);
    }
    return !was_calm || !is_confirmed(medians);
  }

  [[nodiscard]] double budget_seconds() const {
    return plan_.budget_seconds *
           (outcome_.drift.disturbed_share() > kBusyShare ? kTimesTheBudget : 1);
  }

  // Measures the reference kernel; false when stopped.
  bool reference() {
    const auto measurement = worker_.run(plan_.reference.job, stop_);
    if (!measurement) return false;
    outcome_.drift.add(*measurement, plan_.is_of_cpu ? core_distance_seconds() : std::nullopt);
    if (hooks_.reference) hooks_.reference(plan_.reference, *measurement);
    return true;
  }

  CalibrationOutcome stopped() {
    outcome_.stopped = true;
    return std::move(outcome_);
  }

  void count(const MicroKernel& kernel, const Measurement& measurement) {
    ++outcome_.measured;
    if (measurement.status == Status::ok) {
      const std::size_t references = outcome_.drift.points().size();
      taken_[&kernel].push_back(
          {measurement.median_seconds, std::max<std::size_t>(references, 1) - 1});
    } else {
      ++outcome_.failed;
      failed_.insert(&kernel);
    }
    const bool device_failed =
        measurement.status == Status::runtime || measurement.status == Status::timeout;
    failures_in_a_row_ = device_failed ? failures_in_a_row_ + 1 : 0;
  }

  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  [[nodiscard]] double remaining() const {
    double first_pass = 0;
    double later_passes = 0;
    for (std::size_t i = at_; i < tasks_.size(); ++i) {
      const double seconds = at_ > 0
                                 ? elapsed() / static_cast<double>(at_)
                                 : tasks_[i].kernel->job.policy.budget_seconds + kOverheadSeconds;
      (tasks_[i].pass == 0 ? first_pass : later_passes) += seconds;
    }
    // Later passes end with the plan's time.
    const double spent = later_passes_start_ ? elapsed() - *later_passes_start_ : 0;
    return first_pass + std::clamp(budget_seconds() - spent, 0.0, later_passes);
  }

  void tell() const {
    if (!hooks_.progress) return;
    Progress progress;
    progress.done = outcome_.resumed + at_;
    progress.total = outcome_.resumed + tasks_.size();
    progress.failed = outcome_.failed;
    progress.elapsed_seconds = elapsed();
    progress.remaining_seconds = remaining();
    if (at_ < tasks_.size()) {
      progress.group = tasks_[at_].group->title;
      progress.kernel = tasks_[at_].kernel->name;
    }
    hooks_.progress(progress);
  }

  const Plan& plan_;
  WorkerClient& worker_;
  const CalibrationHooks& hooks_;
  const std::atomic<bool>& stop_;
  const Clock::time_point start_ = Clock::now();
  std::optional<double> later_passes_start_;  // in seconds; in the first one drivers compile
  std::vector<Task> tasks_;
  std::set<const MicroKernel*> failed_;
  std::map<const MicroKernel*, std::vector<Taken>> taken_;  // in this run
  std::size_t at_ = 0;
  int failures_in_a_row_ = 0;
  CalibrationOutcome outcome_;
};

}  // namespace

CalibrationOutcome run_plan(const Plan& plan, WorkerClient& worker, const CalibrationHooks& hooks,
                            const std::atomic<bool>& stop) {
  return Run(plan, worker, hooks, stop).go();
}

}  // namespace clgauge::microbench
