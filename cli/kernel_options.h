#pragma once

#include <map>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "cli/launch_options.h"
#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "microbench/job.h"
#include "service/engine/measurement_job.h"

namespace clgauge::cli {

// A kernel whose sizes are all known.
struct KernelAtSizes {
  collector::Source source;
  collector::KernelModel model;
  collector::Bindings bindings;
  service::MeasurementInputs inputs;

  // What would run. Throws Error(input) that names what has no value or no size.
  [[nodiscard]] microbench::Job job() const;
};

// A kernel as it was described, whose sizes may lack values.
struct DescribedKernel {
  collector::Source source;
  collector::LaunchDescription launch;
  collector::KernelModel model;                     // with the counts of a walk, if one was made
  std::map<std::string, std::string> buffer_sizes;  // as written
  service::MeasurementInputs inputs;                // but for those sizes
};

// The kernel that count, look, predict, explain, observe and measure are about: LaunchOptions,
// --buffer and --content.
class KernelOptions {
 public:
  void add_to(CLI::App& command);

  // Collects the kernel, or finds it in the store. Throws Error(usage) for what cannot be read, or
  // is of no argument of the kernel's, Error(input) as the collector does.
  // `others` are other values for arguments.
  [[nodiscard]] DescribedKernel described(db::Store& store,
                                          const collector::Bindings& others = {}) const;
  // The same, ready to run. Throws Error(input) for sizes that do not fit, too.
  [[nodiscard]] KernelAtSizes at_sizes(db::Store& store,
                                       const collector::Bindings& others = {}) const;

 private:
  LaunchOptions launch_;
  std::vector<std::string> buffers_;
  std::vector<std::string> contents_;
};

}  // namespace clgauge::cli
