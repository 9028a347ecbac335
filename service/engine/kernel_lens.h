#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "db/object_table.h"
#include "db/store.h"
#include "device/device.h"
#include "lens/process/client.h"
#include "lens/process/request.h"
#include "microbench/job.h"
#include "model/feature_vector.h"
#include "model/terms/device_traits.h"

namespace clgauge::service {

// What the lens looks at.
enum class LensCode {
  compiled,  // what the device's compiler made of a kernel
  llvm_ir,   // what the collector makes of it, for any device: the lens then counts f_lens_ir_*
};

// What a model of these features wants the lens to look at; nothing when it does not look.
[[nodiscard]] std::optional<LensCode> code_for(const std::vector<std::string>& features);

// What is asked of a look.
enum class LookDepth {
  counts,  // what a prediction needs
  loops,   // and the loops explained (lens::LensRequest::explains_loops): takes longer
};

// What compiled kernels do at concrete sizes: objects from the store, looked at by clgauge-lens.
// The store must outlive it. Not thread-safe.
class KernelLens {
 public:
  // `processor`: of a CPU that may be another machine's (lens::MachineShape::processor).
  KernelLens(db::Store& store, device::Identity device, const model::DeviceTraits& traits,
             LensCode code = LensCode::compiled, std::string processor = {});

  // Asks the device's driver, in a worker, for the objects of those launches that the store has
  // none of, and keeps them; or the collector for their LLVM IR. Runs no kernel on anybody's data
  // (Wanted::object). Ends when `stop` becomes true.
  void compile_missing(const std::vector<microbench::Job>& jobs);
  void compile_missing(const std::vector<microbench::Job>& jobs, const std::atomic<bool>& stop);
  // The same of what looks of depth `loops` take the lines of source from: the kernel built once
  // more, with line tables, unless its own options ask for them. A device that makes none, or other
  // code then, has no lines to tell; nothing else comes of it.
  void compile_with_lines(const microbench::Job& job);
  void compile_with_lines(const microbench::Job& job, const std::atomic<bool>& stop);

  struct Failure {
    std::string reason;
    std::string detail;  // a build log, say
    // Whoever asks: the source does not compile, or the device has no such work-groups.
    bool is_of_launch = false;
  };
  // Why compile_missing() got no code for this launch, if it did not.
  [[nodiscard]] std::optional<Failure> compile_failure(const microbench::Job& job) const;

  // One answer for each job, in order; what was looked at before is read from the store. What has
  // no object, or cannot be evaluated, says so in its refusal. Throws what lens::look_in_process()
  // throws.
  [[nodiscard]] std::vector<lens::LensAnswer> look(const std::vector<microbench::Job>& jobs,
                                                   const lens::LensLimits& limits = {},
                                                   LookDepth depth = LookDepth::counts);
  // The same of one job, and how often it is likely to meet denormal numbers, if its buffers hold
  // what they do when clgauge measures it (lens::LensAnswer::likely).
  [[nodiscard]] lens::LensAnswer look_for_denormals(const microbench::Job& job,
                                                    LookDepth depth = LookDepth::counts);
  // The same of one job, as if its buffers held what they do when clgauge measures it
  // (contents_as_measured()), whatever its kernel stores there.
  [[nodiscard]] lens::LensAnswer look_as_measured(const microbench::Job& job,
                                                  LookDepth depth = LookDepth::counts);

 private:
  [[nodiscard]] db::ObjectSource source_of(const microbench::Job& job) const;
  [[nodiscard]] std::vector<lens::LensAnswer> look_at_launches(
      const std::vector<microbench::Job>& jobs, const lens::LensLimits& limits, LookDepth depth,
      const std::function<lens::EvaluatedLaunch(const microbench::Job&)>& launch_of);
  [[nodiscard]] std::string object_with_lines(const microbench::Job& job) const;
  [[nodiscard]] std::string why_no_object(const microbench::Job& job) const;
  void keep_missing_ir(const std::vector<microbench::Job>& jobs, const std::atomic<bool>& stop);

  db::Store& store_;
  device::Identity device_;
  LensCode code_;
  lens::MachineShape machine_;
  std::map<std::string, Failure> compile_failures_;  // by ObjectTable::key_of()
};

// A refusal of the lens, which counts a kernel's arguments, with their names.
[[nodiscard]] std::string with_argument_names(const std::string& refusal,
                                              const std::vector<collector::Parameter>& parameters);

// The launch of a job as the evaluator needs it. Throws Error(unsupported) when the work-group size
// is left to the driver.
[[nodiscard]] lens::EvaluatedLaunch evaluated_launch(const microbench::Job& job);

// The caches of a device as the lens simulates them.
[[nodiscard]] lens::MachineShape machine_shape(const model::DeviceTraits& traits);
// The same, and the sub-groups of one whose code is not that of a CPU.
[[nodiscard]] lens::MachineShape machine_shape(const model::DeviceTraits& traits,
                                               const device::Identity& device, LensCode code);

}  // namespace clgauge::service
