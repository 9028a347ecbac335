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
  // Called from the jobs' threads; docs/protocol.md says what the events hold.
  struct Listener {
    std::function<void(const nlohmann::json&)> event;
    std::function<void(const nlohmann::json&)> sample;  // has just been committed
    std::function<void()> models;                       // new ones are in the store
  };
  CalibrationJobs(std::filesystem::path store_path, Listener listener);
  ~CalibrationJobs();

  // Interrupts what runs and waits for it: its samples are kept, and the next calibration goes on
  // from them.
  void stop();

  struct Started {
    std::string job;
    bool joined = false;  // it ran already, at the same request
  };
  // Throws Error(usage) when another calibration of the device runs, naming the job.
  Started start(const device::Identity& device, const CalibrationRequest& request);
  // False when no such job runs.
  bool cancel(const std::string& job);
  [[nodiscard]] bool any_running() const;
  // What is under way, and how each job of this daemon ended, oldest first.
  [[nodiscard]] nlohmann::json list() const;

 private:
  struct Job;
  void run(Job& job);
  void say(Job& job, nlohmann::json event);

  std::filesystem::path store_path_;
  Listener listener_;
  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Job>> jobs_;
  std::size_t started_ = 0;
};

}  // namespace clgauge::service
