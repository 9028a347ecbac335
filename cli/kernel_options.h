#pragma once

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

// The kernel that look, predict, explain, observe and measure are about: LaunchOptions, --buffer
// and
// --content.
class KernelOptions {
 public:
  void add_to(CLI::App& command);

  // Collects the kernel, or finds it in the store. Throws Error(usage) for a --buffer or
  // --content that cannot be read, Error(input) as the collector does.
  [[nodiscard]] KernelAtSizes at_sizes(db::Store& store) const;
  // The same with other values for arguments.
  [[nodiscard]] KernelAtSizes at_sizes(db::Store& store, const collector::Bindings& others) const;

 private:
  LaunchOptions launch_;
  std::vector<std::string> buffers_;
  std::vector<std::string> contents_;
};

}  // namespace clgauge::cli
