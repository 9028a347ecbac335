#include "lens/launch/look_at_ptx.h"

#include <algorithm>
#include <string>

#include "lens/launch/look_at_items.h"
#include "lens/launch/simt_features.h"
#include "lens/launch/traffic_features.h"
#include "lens/ptx/program.h"
#include "lens/ptx/walker.h"
#include "lens/simt/group_record.h"
#include "lens/simt/look_at_groups.h"
#include "lens/simt/multiprocessor.h"

namespace clgauge::lens {
namespace {

// Memory is read and written by two sectors.
constexpr std::uint64_t kMemoryBytes = 64;
// So many fit any number of work-items that a multiprocessor runs.
constexpr unsigned kLeastRegisters = 16;

// What a launch asks of memory beyond the second cache, in sectors a group.
struct MemorySectors {
  double all = 0;
  double share_of_loads = 0;  // of the loads that the first cache misses
};

MemorySectors memory_sectors(const LensRequest& request, const PtxKernel& kernel) {
  MachineShape machine = request.machine;
  machine.core.l1.line_bytes = kMemoryBytes;
  machine.core.l2.line_bytes = kMemoryBytes;
  PtxWalker walker(kernel, request.launch, {machine.sub_group_items, true}, kMemoryBytes);
  LaunchSample sample =
      sample_launch({kinds_of(kernel.places()), false, {}, BufferEnds(request.launch.arguments)},
                    request.launch.groups(),
                    [&](const auto& group, AccessSink& sink) { return walker.walk(group, sink); });
  tell_buffers(request.launch, sample.groups);
  LensFeatures features;
  add_traffic(traffic_of(sample.groups, machine.core), machine, 1, "", features);
  const auto sum = [&](std::initializer_list<const char*> names) {
    double all = 0;
    for (const char* name : names) {
      all += features.at(name);
    }
    return all;
  };
  const double loaded = sum({"dram_stream", "dram_irregular"});
  const double missed = sum({"l2_stream", "l2_irregular"});
  return {loaded + sum({"dram_store", "dram_store_irregular"}), missed > 0 ? loaded / missed : 0};
}

}  // namespace

void look_at_ptx(const LensRequest& request, LensAnswer& answer) {
  const MachineShape& machine = request.machine;
  const PtxKernel kernel(request.object, request.kernel);
  PtxWalker walker(kernel, request.launch, {machine.sub_group_items, machine.sub_groups_take_turns},
                   machine.core.l1.line_bytes);
  look_at_items(request,
                {kernel.places(),
                 [&](const auto& group, AccessSink& sink) { return walker.walk(group, sink); },
                 [&](const auto& block_runs) { return walker.operations(block_runs); }},
                answer);
  const ptx::Program& program = kernel.program();
  const simt::Multiprocessor shape = simt::multiprocessor_of(program.target);
  const auto& local = request.launch.local;
  const std::uint64_t items = local[0] * local[1] * local[2];
  std::uint64_t local_bytes = program.shared_bytes;
  for (const EvaluatedArgument& argument : request.launch.arguments) {
    local_bytes += argument.kind == EvaluatedArgument::Kind::local ? argument.size_bytes : 0;
  }
  const double resident = simt::resident_groups(
      shape, items, std::max(kLeastRegisters, program.registers.registers), local_bytes);
  const MemorySectors memory = memory_sectors(request, kernel);
  const simt::GroupDemand demand = simt::demand_of(
      kernel, request.launch,
      {static_cast<std::uint64_t>(static_cast<double>(machine.core.l1.capacity_bytes) / resident),
       machine.cores, memory.share_of_loads});
  const auto groups = request.launch.groups();
  const LensFeatures features = simt_features(
      demand, {static_cast<double>(groups[0] * groups[1] * groups[2]),
               static_cast<double>((items + 31) / 32), resident, static_cast<double>(machine.cores),
               memory.all, static_cast<double>(shape.parts)});
  answer.features.insert(features.begin(), features.end());
}

}  // namespace clgauge::lens
