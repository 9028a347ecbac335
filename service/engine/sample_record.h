#pragma once

#include "collector/kernel/launch.h"
#include "collector/source.h"
#include "db/sample_table.h"
#include "microbench/generators/micro_kernel.h"
#include "microbench/job.h"

namespace clgauge::service {

// The store's row for a measurement kernel: job and launch together are all that is needed to run
// it and to count it again, on another machine, without its generator.
[[nodiscard]] db::MicroKernelRow micro_kernel_row(const microbench::MicroKernel& kernel);

// What the collector needs to count a measurement kernel, from its row.
struct CountableKernel {
  collector::Source source;
  std::string kernel;
  std::string generator;
  collector::LaunchDescription launch;
};
[[nodiscard]] CountableKernel countable_kernel(const db::MicroKernelRow& row);

// The launch that was measured.
[[nodiscard]] microbench::Job job_of(const db::MicroKernelRow& row);

// Where a calibration's provenance keeps model::DeviceTraits, as JSON.
inline constexpr const char* kTraitsProvenance = "traits";
// And, of a CPU, whose code the lens reads, its core (lens::MachineShape::processor): what was
// calibrated elsewhere is looked at as it was there.
inline constexpr const char* kProcessorProvenance = "processor";

// The store's row for a measurement of one.
[[nodiscard]] db::SampleRow sample_row(const std::string& calibration_uid,
                                       const std::string& micro_kernel_uid,
                                       const microbench::Measurement& measurement);

}  // namespace clgauge::service
