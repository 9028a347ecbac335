#include "lens/launch/look_at_ptx.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/align.h"
#include "lens/launch/look_at_items.h"
#include "lens/launch/simt_features.h"
#include "lens/launch/simt_loops.h"
#include "lens/launch/traffic_features.h"
#include "lens/ptx/lanes.h"
#include "lens/ptx/program.h"
#include "lens/ptx/walker.h"
#include "lens/simt/group_record.h"
#include "lens/simt/look_at_groups.h"
#include "lens/simt/multiprocessor.h"
#include "lens/traffic/beside.h"

namespace clgauge::lens {
namespace {

// Memory is read and written by two sectors.
constexpr std::uint64_t kMemoryBytes = 64;
// So many fit any number of work-items that a multiprocessor runs.
constexpr unsigned kLeastRegisters = 16;

// What a launch asks of memory beyond the second cache, in sectors a group.
struct MemorySectors {
  double all = 0;
  double stored = 0;
  double share_of_loads = 0;  // of the loads that the first cache misses
};

MemorySectors memory_sectors(LaunchTraffic traffic, MachineShape machine) {
  // All multiprocessors share the second cache: what comes again from it is judged by how much lies
  // between.
  machine.shared_cache_bytes = machine.core.l2.capacity_bytes;
  machine.shared_sharpness = kSharpness;
  LensFeatures features;
  traffic.crowding.fill(1);  // the hash is of all bits
  add_traffic(traffic, machine, 1, "", features);
  const auto sum = [&](std::initializer_list<const char*> names) {
    double all = 0;
    for (const char* name : names) {
      all += features.at(name);
    }
    return all;
  };
  const double loaded = sum({"dram_stream", "dram_irregular"});
  const double missed = sum({"l2_stream", "l2_irregular"});
  const double stored = sum({"dram_store", "dram_store_irregular"});
  return {loaded + stored, stored, missed > 0 ? loaded / missed : 0};
}

// Private memory that its work-items go through again and again: what the caches hold of it.
void add_private(const ptx::Program& program, double items, double first_cache_bytes,
                 const MachineShape& machine, simt::LaunchShape& launch) {
  const double bytes =
      items * (static_cast<double>(program.local_bytes) + program.registers.spilled_bytes);
  const auto second_cache_bytes = static_cast<double>(machine.core.l2.capacity_bytes);
  constexpr double kPieces =
      static_cast<double>(simt::kSectorBytes) / static_cast<double>(kMemoryBytes);
  const double missed = share_lost(bytes, std::max(first_cache_bytes, 1.0));
  launch.private_missed = missed;
  launch.private_memory =
      kPieces * missed * share_lost(bytes * launch.multiprocessors, 2 * second_cache_bytes);
}

}  // namespace

KnownPtx::KnownPtx(const std::string& object, const std::string& name)
    : kernel(object, name, UnusedCode::dropped), code(kernel) {}

void look_at_ptx(const LensRequest& request, const KnownPtx& known, SecondThread* second,
                 LensAnswer& answer) {
  MachineShape machine = request.machine;
  machine.core.l1.line_bytes = kMemoryBytes;
  machine.core.l2.line_bytes = kMemoryBytes;
  const PtxKernel& kernel = known.kernel;
  const ptx::Program& program = kernel.program();
  const simt::Multiprocessor shape = simt::multiprocessor_of(program.target);
  const auto& local = request.launch.local;
  const std::uint64_t items = local[0] * local[1] * local[2];
  std::uint64_t local_bytes = program.shared_bytes;
  for (const EvaluatedArgument& argument : request.launch.arguments) {
    local_bytes += argument.kind == EvaluatedArgument::Kind::local ? argument.size_bytes : 0;
  }
  const auto groups = request.launch.groups();
  simt::LaunchShape launch;
  launch.groups = static_cast<double>(groups[0] * groups[1] * groups[2]);
  const std::uint64_t sub_groups = align_up(items, ptx::kLanes) / ptx::kLanes;
  launch.sub_groups = static_cast<double>(sub_groups);
  launch.resident = simt::resident_groups(
      shape, items, std::max(kLeastRegisters, program.registers.registers), local_bytes);
  launch.multiprocessors = machine.cores;
  launch.parts = shape.parts;
  if (machine.load_seconds.size() == launch.load_seconds.size()) {
    std::copy(machine.load_seconds.begin(), machine.load_seconds.end(),
              launch.load_seconds.begin());
  }
  // What local memory takes of the memory that both lie in.
  const double together =
      std::min(launch.resident, std::ceil(launch.groups / launch.multiprocessors));
  const double first_cache_bytes = std::min(
      static_cast<double>(machine.core.l1.capacity_bytes),
      static_cast<double>(shape.local_bytes) - together * static_cast<double>(local_bytes));
  add_private(program, together * static_cast<double>(items), first_cache_bytes, machine, launch);
  const simt::Surroundings around = {
      static_cast<std::uint64_t>(std::max(0.0, first_cache_bytes) / together), machine.cores,
      static_cast<std::uint64_t>(std::max(0.0, first_cache_bytes)), launch.resident_part()};
  std::optional<simt::WalkedGroups> walked;
  Beside beside(second, [&] { walked.emplace(known.code, request.launch, around); });
  PtxWalker walker(kernel, request.launch, machine.sub_groups_take_turns, kMemoryBytes);
  const LaunchTraffic traffic =
      look_at_items(request.launch, machine,
                    {kernel.places(),
                     [&](const auto& group, AccessSink& sink) { return walker.walk(group, sink); },
                     [&](const auto& block_runs) { return walker.operations(block_runs); }},
                    answer, second);
  beside.finish();
  const MemorySectors memory = memory_sectors(traffic, machine);
  launch.memory_sectors = memory.all;
  launch.memory_stored = memory.stored;
  const simt::GroupDemand demand = walked->demand(memory.share_of_loads, second);
  const LensFeatures features = simt_features(demand, launch);
  answer.features.insert(features.begin(), features.end());
  answer.explains_loops = request.explains_loops;
  if (request.explains_loops) {
    answer.loops =
        simt_loops({known.code, request.launch, around, memory.share_of_loads, launch}, demand);
  }
}

}  // namespace clgauge::lens
