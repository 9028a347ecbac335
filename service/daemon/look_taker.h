#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "service/daemon/calibration_jobs.h"
#include "service/daemon/device_watch.h"
#include "service/engine/kernel_lens.h"

namespace clgauge::service {

// Looks at the compiled code of kernels that clients have asked about, one after the other, on a
// thread of its own, and leaves what it sees in the store. Drivers, compilers and the lens run in
// child processes with limits of time and memory; a kernel is run on scratch buffers at most, where
// its driver compiles no sooner (docs/lens.md). Nothing is looked at while a calibration measures.
// Thread-safe.
class LookTaker {
 public:
  // `changes` is raised once there is something new to read and nothing more to look at.
  LookTaker(std::filesystem::path store_path, DeviceWatch& devices, const CalibrationJobs& jobs,
            std::atomic<std::uint64_t>& changes);
  ~LookTaker();
  LookTaker(const LookTaker&) = delete;
  LookTaker& operator=(const LookTaker&) = delete;

  struct Wanted {
    std::shared_ptr<const collector::KernelModel> kernel;
    collector::Bindings sizes;
    std::string device_id;
    LookDepth depth = LookDepth::counts;
  };
  static constexpr const char* kUnderWay = "under way";
  // kUnderWay, or why not: too many are, or this kernel could not be looked at before. Returns at
  // once.
  [[nodiscard]] std::string want(const Wanted& wanted);

 private:
  void run();
  void look(db::Store& store, const Wanted& wanted);

  std::filesystem::path store_path_;
  DeviceWatch& devices_;
  const CalibrationJobs& jobs_;
  std::atomic<std::uint64_t>& changes_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable wakes_;
  std::deque<Wanted> waiting_;                 // the first is the one looked at
  std::set<std::string> under_way_;            // the same, by kernel, device and sizes
  std::map<std::string, std::string> failed_;  // why, by kernel and device
  std::atomic<bool> is_full_ = false;
  std::atomic<std::chrono::steady_clock::time_point> last_wanted_{};
  std::atomic<bool> ending_ = false;
  std::thread thread_;  // the last: it uses the others
};

}  // namespace clgauge::service
