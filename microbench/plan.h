#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/device.h"
#include "microbench/generators/micro_kernel.h"

namespace clgauge::microbench {

// How long a calibration may take on a two-core CPU device: quick at most 60 s, standard 5 min,
// full 20 min (docs/measuring.md says what each buys).
enum class Effort { quick, standard, full };
[[nodiscard]] const char* name_of(Effort effort) noexcept;
// Throws Error(usage) for any other name.
[[nodiscard]] Effort effort_from(std::string_view name);

// Kernels that are measured one after another; the reference kernel runs before each group.
struct PlanGroup {
  std::string title;
  std::vector<MicroKernel> kernels;
};

// What a calibration measures, the most valuable first. Jobs are complete: device, policy, limits.
struct Plan {
  Effort effort = Effort::quick;
  std::vector<PlanGroup> groups;
  MicroKernel reference;
  bool is_of_cpu = false;  // whose cores may come to lie farther from each other
  // How often everything is measured, the whole plan each time: what disturbs the machine for a
  // second or ten then spoils one measurement of a kernel, not all of them.
  std::size_t passes = 1;
  // How often at most: kernels of which no two measurements agree, or that were measured only while
  // the reference was slow, are measured again.
  std::size_t most_passes = 1;
  // Every kernel is measured once, however long that and its compilation take; no further
  // measurement begins later than this after that, or than twice this where the machine was
  // disturbed at more than a tenth of the reference's measurements (policy/drift.h).
  double budget_seconds = 1e9;

  [[nodiscard]] std::size_t size() const;
};

// What is measured again and again, to see whether the machine is the same as before.
[[nodiscard]] MicroKernel reference_kernel(Effort effort, const device::Identity& identity);

[[nodiscard]] Plan make_plan(Effort effort, const device::Identity& identity);

// A plan of what `filter` (generators/filter.h) chooses, measured as for this effort. Throws
// Error(usage) when it chooses nothing.
[[nodiscard]] Plan make_plan(std::string_view filter, Effort effort,
                             const device::Identity& identity);

// Why a kernel cannot run on a device (a type, a group size, memory that it lacks), or nothing.
[[nodiscard]] std::optional<std::string> unsuitable(const MicroKernel& kernel,
                                                    const device::Identity& identity);

}  // namespace clgauge::microbench
