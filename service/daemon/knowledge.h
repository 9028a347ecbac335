#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "model/predict/kernel_predictor.h"
#include "model/select/select.h"
#include "service/daemon/device_watch.h"
#include "service/daemon/kernel_query.h"
#include "service/daemon/look_taker.h"
#include "service/engine/lens_counts.h"
#include "service/store/answer.h"
#include "service/store/bottleneck.h"
#include "service/store/kernel_correction.h"
#include "service/store/known_device.h"

namespace clgauge::service {

// What one thread of the daemon knows: its connection to the store, and what it has read there,
// kept until somebody writes. Not thread-safe: one a thread.
class Knowledge {
 public:
  // `changes` rises whenever this process has written, or seen, what answers rest on. Drivers are
  // those that `devices` has seen last, for devices that are not here those of the store.
  Knowledge(const std::filesystem::path& store_path, const std::atomic<std::uint64_t>& changes,
            const DeviceWatch& devices);

  // Who looks at kernels that have not been looked at; without, nobody does.
  void take_looks_by(LookTaker* looks) noexcept { looks_ = looks; }

  struct Kernel {
    std::string id;
    std::shared_ptr<const collector::KernelModel> model;
    collector::Bindings sizes;
    GivenInputs given{};
  };
  // Collects what is not known yet, which takes a while. Throws what the collector throws, and
  // Error(input) for an id that nobody has counted.
  [[nodiscard]] Kernel kernel(const KernelQuery& query);
  // The same with what has no formula counted at the sizes of the query, as `clgauge count` does;
  // a kernel that is only named by its id has formulas alone.
  [[nodiscard]] Kernel kernel_at_sizes(const KernelQuery& query);
  // Whether kernel() would not have to collect.
  [[nodiscard]] bool knows(const std::string& id);

  // Corrected by what has been observed of the kernel. By kBestModel: from the compiled code where
  // the store's looks tell of these sizes, else from the source, and a look is asked for. Throws
  // Error(usage) when the device is not known or not calibrated, Error(unsupported) when only
  // kLensModel may answer and cannot. Of depth `loops` a look that does not explain them is asked
  // for, too: once it is taken, the loops of answers have their lines.
  [[nodiscard]] PredictionReport predict(const Kernel& kernel, const std::string& device,
                                         const std::string& model,
                                         LookDepth depth = LookDepth::counts);

  // The least that such a launch can take there; the device must be known.
  [[nodiscard]] Roof roof(const Kernel& kernel, const std::string& device);

  // Time, interval and tier alone, of a kernel by the id that kernel() gave it: microseconds once
  // it has been asked for. Throws what predict() throws, and Error(unsupported) for what only
  // predict() can answer.
  struct Estimate {
    model::Predictor::Estimate time;
    double coverage = 0;
    std::string_view tier;
    std::string_view model;
    bool is_observed = false;                // the tier is one of runs of this kernel
    std::vector<std::string> unsupported{};  // what it cannot rely on, by name
  };
  static constexpr std::string_view kModelTier = "model";
  static constexpr std::string_view kLensTier = "lens";
  [[nodiscard]] Estimate estimate(std::string_view kernel_id, const collector::Bindings& sizes,
                                  std::string_view device, std::string_view model);
  [[nodiscard]] Estimate estimate(const Kernel& kernel, std::string_view device,
                                  std::string_view model);

  // As many estimates as asked for, estimate_of(i, model) each, all by one model, for what two
  // models get wrong is not the same: by that of the source where the compiled code tells of some
  // only.
  template <class EstimateOf>
  static void estimate_by_one_model(std::size_t count, std::string_view model,
                                    const EstimateOf& estimate_of,
                                    std::vector<Estimate>& estimates) {
    estimates.clear();
    for (std::size_t i = 0; i < count; ++i) {
      estimates.push_back(estimate_of(i, model));
      if (estimates.back().model != estimates.front().model) {
        return estimate_by_one_model(count, kDefaultModel, estimate_of, estimates);
      }
    }
  }

  // How to choose among estimates of one model: by the error that all of the model's predictions
  // share, and by none once one rests on runs.
  [[nodiscard]] model::SelectionOptions selection_options(std::span<const Estimate> estimates,
                                                          std::string_view device);

  [[nodiscard]] db::Store& store() noexcept { return store_; }
  // Forgets what a change has made stale: of this process at once, of another one, which ought not
  // to write, within a second. Costs a look at the clock.
  void refresh();

 private:
  using Clock = std::chrono::steady_clock;
  struct Fitted {
    std::string device_id;
    StoredModel stored;
    std::shared_ptr<const model::Predictor> predictor;
  };
  // What looks tell of a kernel.
  struct Seen {
    const Fitted* lens;  // the model that they are counted for
    std::shared_ptr<const LensCounts> counts;
    LensCounts::Workspace workspace;
    model::Correction correction;
    bool may_look;  // another look may tell more
    Clock::time_point next_ask{};
  };
  // A kernel under a fitted model with what has been observed of it.
  struct Prepared {
    Prepared(std::shared_ptr<const collector::KernelModel> counted, const Fitted& fitted,
             model::Correction learnt);

    std::shared_ptr<const collector::KernelModel> kernel;
    model::KernelPredictor predictor;
    model::KernelPredictor::Workspace workspace;
    model::Correction correction;
    LaunchSizer sizer;
    double coverage;
    std::string_view model;
    std::unique_ptr<Seen> seen;  // null: the compiled code is not asked
    std::string why_unseen;      // where it might have been
    bool only_lens = false;
  };
  struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>()(text);
    }
  };

  const Fitted& fitted(const std::string& device, const std::string& model);
  // `say_now`: see correction_of().
  const model::Correction& correction(const Fitted& fitted, const Kernel& kernel,
                                      const SayNow& say_now = {});
  // What looks tell of runs that were observed; others are asked for.
  [[nodiscard]] SayNow said_by_looks(const Prepared& prepared, const Seen& seen);
  [[nodiscard]] Prepared* prepared(std::string_view kernel_id, std::string_view device,
                                   std::string_view model);
  Prepared& prepare(const Kernel& kernel, std::string_view device, std::string_view model);
  [[nodiscard]] Prepared& known_or_prepared(const Kernel& kernel, std::string_view device,
                                            std::string_view model);
  [[nodiscard]] PredictionReport predict_counted(const Kernel& kernel, const std::string& device,
                                                 const std::string& model);
  void see(Prepared& prepared, const Kernel& kernel, const std::string& device);
  [[nodiscard]] Estimate estimate(Prepared& prepared, const collector::Bindings& sizes,
                                  const GivenInputs& given = {});
  // Into the workspace of prepared.seen; nothing when the looks say nothing of these sizes.
  [[nodiscard]] static std::optional<CountsFrom> count_seen(Prepared& prepared,
                                                            const collector::Bindings& sizes);
  [[nodiscard]] std::optional<Estimate> estimate_seen(Prepared& prepared,
                                                      const collector::Bindings& sizes,
                                                      const GivenInputs& given);
  [[nodiscard]] std::optional<PredictionReport> predict_seen(Prepared& prepared,
                                                             const collector::Bindings& sizes,
                                                             const GivenInputs& given);
  static void correct(Estimate& estimate, const model::Correction& correction, Prepared& prepared,
                      const collector::Bindings& sizes, const GivenInputs& given,
                      const std::function<model::CostParts()>& parts);
  // Asks for a look at these sizes; says that it is under way, or why not.
  [[nodiscard]] std::string ask_for_look(const Prepared& prepared, const collector::Bindings& sizes,
                                         LookDepth depth = LookDepth::counts);

  void forget();

  db::Store store_;
  const std::atomic<std::uint64_t>& changes_;
  const DeviceWatch& devices_;
  LookTaker* looks_ = nullptr;
  std::uint64_t changes_seen_;
  std::int64_t data_version_;
  Clock::time_point looked_at_ = Clock::now();
  std::map<std::string, std::shared_ptr<const collector::KernelModel>> kernels_;
  std::map<std::pair<std::string, std::string>, Fitted> fitted_;  // by what was asked for
  std::map<std::pair<const Fitted*, std::string>, model::Correction> corrections_;  // by kernel id
  // What is read of looks stays until there are others: by kernel and device.
  struct Looked {
    std::string state;
    std::shared_ptr<const LensCounts> counts;
  };
  std::map<std::pair<std::string, std::string>, Looked> looked_;
  std::unordered_map<std::string, std::unique_ptr<Prepared>, StringHash, std::equal_to<>>
      prepared_;     // by key_
  std::string key_;  // of the kernel, device and model last asked about
};

}  // namespace clgauge::service
