#include "service/daemon/calibration_jobs.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "microbench/job.h"

namespace clgauge::service {
namespace {

// Finished jobs that list() still tells of.
constexpr std::size_t kRememberedJobs = 100;

const char* state_of(CalibrationOutcome::How how) {
  return how == CalibrationOutcome::How::interrupted ? "interrupted" : "finished";
}

}  // namespace

struct CalibrationJobs::Job {
  std::string id;
  device::Identity device;
  CalibrationRequest request;
  std::atomic<bool> stop{false};
  std::atomic<bool> done{false};
  nlohmann::json last_event;  // guarded by the jobs' mutex
  std::thread thread;
};

CalibrationJobs::CalibrationJobs(std::filesystem::path store_path, Listener listener)
    : store_path_(std::move(store_path)), listener_(std::move(listener)) {}

CalibrationJobs::~CalibrationJobs() { stop(); }

void CalibrationJobs::stop() {
  for (const auto& [id, job] : jobs_) {
    job->stop = true;
  }
  for (const auto& [id, job] : jobs_) {
    if (job->thread.joinable()) {
      job->thread.join();
    }
  }
}

CalibrationJobs::Started CalibrationJobs::start(const device::Identity& device,
                                                const CalibrationRequest& request) {
  const std::lock_guard lock(mutex_);
  for (auto it = jobs_.begin(); it != jobs_.end();) {
    Job& job = *it->second;
    if (!job.done && job.device.id == device.id) {
      if (job.request == request) {
        return {job.id, true};
      }
      throw Error(ErrorKind::usage, device.name + " is being calibrated by job " + job.id +
                                        ": subscribe to it or cancel it");
    }
    if (job.done && jobs_.size() >= kRememberedJobs) {
      job.thread.join();
      it = jobs_.erase(it);
    } else {
      ++it;
    }
  }
  auto job = std::make_unique<Job>();
  job->id = "job-" + std::to_string(++started_);
  job->device = device;
  job->request = request;
  job->last_event = {{"job", job->id},
                     {"device", device.id},
                     {"state", "running"},
                     {"effort", request.effort},
                     {"filter", request.filter}};
  Job& started = *job;
  jobs_[started.id] = std::move(job);
  started.thread = std::thread([this, &started] { run(started); });
  return {started.id, false};
}

bool CalibrationJobs::any_running() const {
  const std::lock_guard lock(mutex_);
  return std::any_of(jobs_.begin(), jobs_.end(), [](const auto& one) { return !one.second->done; });
}

bool CalibrationJobs::cancel(const std::string& job) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(job);
  if (found == jobs_.end() || found->second->done) {
    return false;
  }
  found->second->stop = true;
  return true;
}

nlohmann::json CalibrationJobs::list() const {
  const std::lock_guard lock(mutex_);
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [id, job] : jobs_) {
    list.push_back(job->last_event);
  }
  return list;
}

void CalibrationJobs::say(Job& job, nlohmann::json event) {
  event["job"] = job.id;
  event["device"] = job.device.id;
  {
    const std::lock_guard lock(mutex_);
    job.last_event = event;
  }
  listener_.event(event);
}

void CalibrationJobs::run(Job& job) {
  nlohmann::json last;
  try {
    db::Store store = db::Store::open(store_path_);
    CalibrationListener listener;
    listener.progress = [&](const microbench::Progress& progress) {
      nlohmann::json event = {{"state", "running"},
                              {"done", progress.done},
                              {"total", progress.total},
                              {"kernel", progress.kernel}};
      if (progress.remaining_seconds) {
        event["remaining_seconds"] = *progress.remaining_seconds;
      }
      say(job, std::move(event));
    };
    listener.sample = [&](const auto& kernel, const auto& measured) {
      nlohmann::json measurement = microbench::to_json(measured);
      measurement.erase("object");  // long, and of no use to who watches
      listener_.sample({{"job", job.id},
                        {"device", job.device.id},
                        {"name", kernel.name},
                        {"measurement", std::move(measurement)}});
    };
    const CalibrationOutcome outcome =
        calibrate(store, job.device, job.request, job.stop, listener);
    last = {{"state", state_of(outcome.how)},
            {"calibration", outcome.calibration_uid},
            {"reused", outcome.how == CalibrationOutcome::How::reused},
            {"samples", outcome.samples},
            {"failed", outcome.failed},
            {"resumed", outcome.resumed_samples},
            {"notes", outcome.notes}};
    listener_.models();
  } catch (const std::exception& error) {
    last = {{"state", "failed"}, {"error", error.what()}};
  }
  job.done = true;  // before the event, so that whoever hears it may start the next job
  say(job, std::move(last));
}

}  // namespace clgauge::service
