#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "service/daemon/kernel_query.h"
#include "service/store/answer.h"
#include "service/store/kernel_correction.h"
#include "service/store/known_device.h"

namespace clgauge::service {

// What one thread of the daemon knows: its connection to the store, and what it has read there,
// kept until somebody writes. Not thread-safe: one a thread.
class Knowledge {
 public:
  explicit Knowledge(const std::filesystem::path& store_path);

  struct Kernel {
    std::string id;
    std::shared_ptr<const collector::KernelModel> model;
    collector::Bindings sizes;
  };
  // Collects what is not known yet, which takes a while. Throws what the collector throws, and
  // Error(input) for an id that nobody has counted.
  [[nodiscard]] Kernel kernel(const KernelQuery& query);
  // The same with what has no formula counted at the sizes of the query, as `clgauge count` does;
  // a kernel that is only named by its id has formulas alone.
  [[nodiscard]] Kernel kernel_at_sizes(const KernelQuery& query);
  // Whether kernel() would not have to collect.
  [[nodiscard]] bool knows(const std::string& id);

  // Corrected by what has been observed of the kernel. Throws Error(usage) when the device is not
  // known or not calibrated.
  [[nodiscard]] PredictionReport predict(const Kernel& kernel, const std::string& device,
                                         const std::string& model);

  // The part of a fitted model's error that all its predictions share (model::select).
  [[nodiscard]] double shared_variance(const std::string& device, const std::string& model);

  [[nodiscard]] db::Store& store() noexcept { return store_; }
  // Forgets what another thread or process may have made stale.
  void refresh();
  void forget();

 private:
  struct Fitted {
    std::string device_id;
    StoredModel stored;
    model::Predictor predictor;
  };
  const Fitted& fitted(const std::string& device, const std::string& model);
  const model::Correction& correction(const Fitted& fitted, const Kernel& kernel);

  db::Store store_;
  std::int64_t data_version_ = 0;
  std::map<std::string, std::shared_ptr<const collector::KernelModel>> kernels_;
  std::map<std::pair<std::string, std::string>, Fitted> fitted_;  // by what was asked for
  std::map<std::pair<const Fitted*, std::string>, model::Correction> corrections_;  // by kernel id
};

}  // namespace clgauge::service
