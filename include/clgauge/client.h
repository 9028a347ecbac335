#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clgauge/export.h"
#include "clgauge/result.h"

namespace clgauge {

// A device that the store knows.
struct DeviceSummary {
  std::string id;
  std::string name;
  std::string platform;
  std::string driver;  // of the newest calibration, else the last one seen
  std::string type;    // "cpu", "gpu", ...
  unsigned compute_units = 0;
  bool calibrated = false;
};

// What one cost adds to a prediction: `count` times a feature at its cost, in seconds.
struct CostShare {
  std::string cost;
  std::string feature;
  double count = 0;
  double seconds = 0;
};

struct Prediction {
  double seconds = 0;
  double low_seconds = 0;  // the interval holds the time of a run with probability `coverage`
  double high_seconds = 0;
  double coverage = 0.9;
  std::string tier;  // "model", "corrected", ...: what the answer rests on
  std::string model;
  std::vector<CostShare> breakdown;
  // What the answer cannot rely on: features whose counts depend on data, on a size without a
  // value, or are upper bounds, costs that the calibration has not determined, work without a cost.
  std::vector<std::string> unsupported;
  std::string calibrated_at;  // UTC
  std::string driver;         // of the calibration
  bool stale = false;         // the device has been seen with another driver since
};

// One way to do the same work.
struct Variant {
  std::string name;
  std::string kernel_model;  // what `clgauge count --emit-model` printed for it
};

struct RankedVariant {
  std::string name;
  double seconds = 0;
  double low_seconds = 0;
  double high_seconds = 0;
  double probability_best = 0;
  bool tied = false;                     // with the first, within what is known
  std::vector<std::string> unsupported;  // what its time cannot rely on, as in Prediction
};

struct Choice {
  std::string name;                   // the variant to take
  std::vector<RankedVariant> ranked;  // fastest first
  double expected_regret = 1;  // mean of (its time) / (time of the best): 1.1 loses 10% on average
  std::vector<std::string>
      worth_measuring;                   // fewer than two: measuring would not change the choice
  std::vector<std::string> unsupported;  // of the variant to take
};

// Asks the calibration store how long kernels take. Links neither LLVM, Ceres nor OpenCL, and never
// throws. Movable, not copyable; not thread-safe: open one per thread.
class CLGAUGE_EXPORT Client {
 public:
  // Opens the user's store: $CLGAUGE_DB, else ~/.local/share/clgauge/clgauge.db.
  [[nodiscard]] static Result<Client> open();
  [[nodiscard]] static Result<Client> open(const std::string& store_path);

  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  ~Client();

  [[nodiscard]] Result<std::vector<DeviceSummary>> devices() const;

  // `kernel_model` is what `clgauge count --emit-model` printed for the kernel; `sizes` gives
  // values to its integer arguments and NDRange symbols. `device_id` may be part of its name; empty
  // takes the only calibrated device; an empty `model` clgauge's default. The first call reads and
  // compiles the kernel model, later ones at any sizes take some 5 us. Runs that other programs
  // have observed correct what is predicted a second later or more.
  [[nodiscard]] Result<Prediction> predict(const std::string& kernel_model,
                                           const std::map<std::string, std::int64_t>& sizes,
                                           const std::string& device_id = {},
                                           const std::string& model = {}) const;

  // Ranks variants at the same sizes. The first call reads and compiles the kernel models, later
  // ones with the same models take microseconds a variant. A program that starts up:
  //   auto client = clgauge::Client::open();
  //   auto choice = client->select(variants, {{"n", 4096}});
  //   run(choice->name);
  [[nodiscard]] Result<Choice> select(const std::vector<Variant>& variants,
                                      const std::map<std::string, std::int64_t>& sizes,
                                      const std::string& device_id = {},
                                      const std::string& model = {}) const;

  // Tells how long a run really took: predictions of this kernel on this device get better.
  [[nodiscard]] Result<bool> observe(const std::string& kernel_model,
                                     const std::map<std::string, std::int64_t>& sizes,
                                     double seconds, const std::string& device_id = {}) const;

 private:
  struct Impl;
  explicit Client(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge
