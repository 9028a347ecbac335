#include "microbench/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/error.h"
#include "microbench/generators/filter.h"

namespace clgauge::microbench {
namespace {

// One line of the plan: what is measured from this effort on. "{groups}" stands for as many
// work-groups as keep every compute unit busy.
struct Line {
  Effort from;
  const char* title;
  const char* filter;
};

constexpr std::array kLines{
    Line{Effort::quick, "launch", "empty_launch group_size:64 groups:1,64,1024,16384"},
    Line{Effort::quick, "launch", "empty_launch group_size:256 groups:256,4096"},
    Line{Effort::quick, "launch", "empty_launch group_size:1 groups:4096"},
    Line{Effort::quick, "arithmetic",
         "arithmetic op:add,mul,madd dtype:float32,float64 lanes:1 groups:{groups} trips:16,128"},
    Line{Effort::quick, "arithmetic",
         "arithmetic op:madd dtype:float32,float64 lanes:4 groups:{groups} trips:32"},
    Line{Effort::quick, "global loads",
         "global_load dtype:float32 lanes:1 lstride:1 gstride:packed arrays:1,3 "
         "items:16384,131072,1048576,4194304"},
    Line{Effort::quick, "global loads",
         "global_load dtype:float32 lanes:1 lstride:2,4,16 gstride:packed arrays:1 "
         "items:131072,1048576"},
    Line{Effort::quick, "global loads",
         "global_load dtype:float64 lanes:1 lstride:1 gstride:packed arrays:1 "
         "items:131072,2097152"},
    Line{Effort::quick, "global loads",
         "global_load dtype:float32 lanes:1 lstride:1 gstride:0 arrays:1 items:1048576"},
    Line{Effort::quick, "global stores",
         "global_store dtype:float32 lanes:1 lstride:1 arrays:1 "
         "items:16384,131072,1048576,4194304"},
    Line{Effort::quick, "global stores",
         "global_store dtype:float32 lanes:1 lstride:4,16 arrays:1 items:131072,1048576"},
    Line{Effort::quick, "global stores",
         "global_store dtype:float64 lanes:1 lstride:1 arrays:1 items:1048576"},
    Line{Effort::quick, "loops over memory", "loop_load dtype:float32 items:4096 trips:64,512"},
    Line{Effort::quick, "loops over memory",
         "loop_dot dtype:float32 pad:none,16 side:256 trips:64,256"},
    Line{Effort::quick, "loops over memory",
         "loop_dot dtype:float64 b:column pad:none side:256 trips:128"},
    Line{Effort::quick, "local memory",
         "local_read dtype:float32 lstride:0,1,16 group_size:256 groups:{groups} trips:4,16"},
    Line{Effort::quick, "local memory",
         "local_move dtype:float32 lstride:1,8 moves:1,8 group_size:256 groups:{groups} trips:16"},
    Line{Effort::quick, "local memory",
         "local_move dtype:float64 lstride:1 moves:8 group_size:256 groups:{groups} trips:16"},
    Line{Effort::quick, "barriers",
         "barrier_chain live:0,4,16 group_size:64,256 groups:{groups} trips:32"},
    Line{Effort::quick, "special functions",
         "arithmetic op:div,sqrt,exp dtype:float32 lanes:1 groups:{groups} trips:16"},
    Line{Effort::quick, "special functions",
         "arithmetic op:add,mul dtype:int32 lanes:1 groups:{groups} trips:128"},
};

constexpr const char* kReference =
    "arithmetic op:madd dtype:float32 lanes:1 group_size:64 groups:{groups} trips:64";

// More groups than compute units, so that their number divides out and every unit is busy.
constexpr std::uint32_t kGroupsPerComputeUnit = 32;
// No compute unit of any device does more operations per cycle, nor runs faster than this clock.
constexpr double kMostOpsPerCycle = 4096;
constexpr double kFastestClockHz = 6e9;

MeasurePolicy policy_for(Effort effort) {
  MeasurePolicy policy;
  switch (effort) {
    case Effort::quick:
      policy.max_samples = 34;
      policy.budget_seconds = 0.12;
      policy.relative_half_width = 0.03;
      break;
    case Effort::standard:
      policy.max_samples = 100;
      policy.budget_seconds = 0.4;
      policy.relative_half_width = 0.02;
      break;
    case Effort::full:
      policy.max_samples = 200;
      policy.budget_seconds = 1;
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

Plan make_plan(Effort effort, const device::Identity& identity) {
  Plan plan;
  plan.effort = effort;
  std::set<std::string> names;
  for (const Line& line : kLines) {
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
  plan.reference = expand(sized(kReference, identity)).front();
  complete(plan.reference, effort, identity);
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
  plan.reference = expand(sized(kReference, identity)).front();
  complete(plan.reference, effort, identity);
  return plan;
}

}  // namespace clgauge::microbench
