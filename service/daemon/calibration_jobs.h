#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <nlohmann/json_fwd.hpp>

#include "service/engine/calibrator.h"

namespace clgauge::service {

// Calibrations that run inside the daemon: a thread and a connection to the store each, one at a
// time per device. Thread-safe.
class CalibrationJobs {
 public:
  // `events` gets {"job", "device", "state": "running" | "finished" | "interrupted" | "failed",
  // ...} from the jobs' threads.
  CalibrationJobs(std::filesystem::path store_path,
                  std::function<void(const nlohmann::json&)> events);
  ~CalibrationJobs();

  // Interrupts what runs and waits for it: its samples are kept, and the next calibration goes on
  // from them.
  void stop();

  // The job's id. Throws Error(usage) when the device is being calibrated already, naming the job.
  std::string start(const device::Identity& device, const CalibrationRequest& request);
  // False when no such job runs.
  bool cancel(const std::string& job);
  // What is under way, and how each job of this daemon ended, oldest first.
  [[nodiscard]] nlohmann::json list() const;

 private:
  struct Job;
  void run(Job& job);
  void say(Job& job, nlohmann::json event);

  std::filesystem::path store_path_;
  std::function<void(const nlohmann::json&)> events_;
  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Job>> jobs_;
  std::size_t started_ = 0;
};

}  // namespace clgauge::service
