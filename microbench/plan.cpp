#include "microbench/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "microbench/generators/filter.h"
#include "microbench/plan_lines.h"

namespace clgauge::microbench {
namespace {

constexpr const char* kReference =
    "arithmetic op:madd dtype:float32 lanes:1 group_size:64 groups:{groups} trips:64";

// More groups than compute units, so that their number divides out and every unit is busy.
constexpr std::uint32_t kGroupsPerComputeUnit = 32;
// No compute unit of any device does more operations per cycle, nor runs faster than this clock.
constexpr double kMostOpsPerCycle = 4096;
constexpr double kFastestClockHz = 6e9;

// The shortest of three forgets two disturbed passes; a machine that is disturbed most of the time
// needs more of them.
constexpr std::size_t kPasses = 3;
constexpr std::size_t kMostPasses = 5;

// What plan.h promises, less the time of the fits that follow.
double budget_of(Effort effort) {
  switch (effort) {
    case Effort::quick:
      return 40;
    case Effort::standard:
      return 210;
    case Effort::full:
      return 990;
  }
  return 0;
}

MeasurePolicy policy_for(Effort effort) {
  MeasurePolicy policy;
  switch (effort) {
    case Effort::quick:
      policy.max_samples = 47;
      policy.budget_seconds = 0.15;
      policy.relative_half_width = 0.03;
      break;
    case Effort::standard:
      policy.max_samples = 100;
      policy.budget_seconds = 0.3;
      policy.relative_half_width = 0.02;
      break;
    case Effort::full:
      policy.max_samples = 200;
      policy.budget_seconds = 0.6;
      policy.relative_half_width = 0.01;
      break;
  }
  return policy;
}

double least_seconds(const MicroKernel& kernel, const device::Identity& identity) {
  double ops = 0;
  for (const auto& [key, count] : kernel.claims.ops) ops += static_cast<double>(count);
  return ops / (kMostOpsPerCycle * kFastestClockHz * std::max(1U, identity.compute_units));
}

void complete(MicroKernel& kernel, Effort effort, const device::Identity& identity) {
  kernel.job.device_id = identity.id;
  kernel.job.policy = policy_for(effort);
  kernel.job.least_seconds = least_seconds(kernel, identity);
}

std::string sized(std::string filter, const device::Identity& identity) {
  const std::string mark = "{groups}";
  const std::string groups =
      std::to_string(std::max(1U, identity.compute_units) * kGroupsPerComputeUnit);
  for (std::size_t at = filter.find(mark); at != std::string::npos; at = filter.find(mark)) {
    filter.replace(at, mark.size(), groups);
  }
  return filter;
}

}  // namespace

const char* name_of(Effort effort) noexcept {
  switch (effort) {
    case Effort::quick:
      return "quick";
    case Effort::standard:
      return "standard";
    case Effort::full:
      return "full";
  }
  return "unknown";
}

Effort effort_from(std::string_view name) {
  for (const Effort effort : {Effort::quick, Effort::standard, Effort::full}) {
    if (name == name_of(effort)) return effort;
  }
  throw Error(ErrorKind::usage,
              fmt::format("'{}' is no effort: use quick, standard or full", name));
}

std::size_t Plan::size() const {
  std::size_t count = 0;
  for (const PlanGroup& group : groups) count += group.kernels.size();
  return count;
}

std::optional<std::string> unsuitable(const MicroKernel& kernel, const device::Identity& identity) {
  const auto uses = [&](const char* dtype) {
    return kernel.tags.count(std::string("dtype:") + dtype) > 0;
  };
  if (uses("float64") && !identity.has_float64) return "the device has no float64";
  if (uses("float16") && !identity.has_float16) return "the device has no float16";
  if (kernel.generator == "denormal_work" && identity.type != "cpu") {
    return "denormal numbers are looked for in the code of CPUs alone";
  }
  if (kernel.generator == "block_product" && identity.type != "cpu") {
    return "one work-item a group keeps the vector units of CPUs alone busy";
  }
  if (kernel.tags.count("gpu") > 0 && identity.type == "cpu") {
    return "it tells of GPUs alone: memory is memory on CPUs, and others ask for it one by one";
  }
  const std::size_t group = kernel.job.local[0] * std::max<std::size_t>(kernel.job.local[1], 1);
  if (group > identity.max_group_size) {
    return fmt::format("groups of {} work-items; the device allows {}", group,
                       identity.max_group_size);
  }
  if (static_cast<std::uint64_t>(kernel.local_bytes) > identity.local_bytes) {
    return fmt::format("{} bytes of local memory; the device has {}", kernel.local_bytes,
                       identity.local_bytes);
  }
  std::uint64_t total = 0;
  for (const Argument& argument : kernel.job.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (buffer == nullptr) continue;
    total += buffer->bytes;
    if (buffer->bytes > identity.max_allocation_bytes) {
      return fmt::format("a buffer of {} bytes; the device allows {}", buffer->bytes,
                         identity.max_allocation_bytes);
    }
  }
  if (total > identity.global_bytes / 2) {
    return fmt::format("{} bytes of buffers, more than half of the device's memory", total);
  }
  return std::nullopt;
}

MicroKernel reference_kernel(Effort effort, const device::Identity& identity) {
  MicroKernel reference = expand(sized(kReference, identity)).front();
  complete(reference, effort, identity);
  return reference;
}

Plan make_plan(Effort effort, const device::Identity& identity) {
  Plan plan;
  plan.effort = effort;
  std::set<std::string> names;
  for (const PlanLine& line : plan_lines()) {
    if (line.from > effort) continue;
    if (plan.groups.empty() || plan.groups.back().title != line.title) {
      plan.groups.push_back({line.title, {}});
    }
    for (MicroKernel& kernel : expand(sized(line.filter, identity))) {
      if (unsuitable(kernel, identity) || !names.insert(kernel.name).second) continue;
      complete(kernel, effort, identity);
      plan.groups.back().kernels.push_back(std::move(kernel));
    }
  }
  plan.groups.erase(std::remove_if(plan.groups.begin(), plan.groups.end(),
                                   [](const PlanGroup& group) { return group.kernels.empty(); }),
                    plan.groups.end());
  plan.reference = reference_kernel(effort, identity);
  plan.is_of_cpu = identity.type == "cpu";
  plan.budget_seconds = budget_of(effort);
  plan.passes = kPasses;
  plan.most_passes = kMostPasses;
  return plan;
}

Plan make_plan(std::string_view filter, Effort effort, const device::Identity& identity) {
  Plan plan;
  plan.effort = effort;
  std::string first_reason;
  for (MicroKernel& kernel : expand(filter)) {
    if (auto reason = unsuitable(kernel, identity)) {
      if (first_reason.empty()) first_reason = kernel.name + ": " + *reason;
      continue;
    }
    complete(kernel, effort, identity);
    if (plan.groups.empty() || plan.groups.back().title != kernel.generator) {
      plan.groups.push_back({kernel.generator, {}});
    }
    plan.groups.back().kernels.push_back(std::move(kernel));
  }
  if (plan.groups.empty()) {
    throw Error(
        ErrorKind::usage,
        first_reason.empty()
            ? fmt::format("'{}' chooses no microbenchmark: run `clgauge microbench list`", filter)
            : "nothing that was chosen can run on this device: " + first_reason);
  }
  plan.reference = reference_kernel(effort, identity);
  plan.is_of_cpu = identity.type == "cpu";
  return plan;
}

}  // namespace clgauge::microbench
