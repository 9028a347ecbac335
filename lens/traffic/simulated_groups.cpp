#include "lens/traffic/simulated_groups.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "lens/traffic/last_touches.h"

namespace clgauge::lens {
namespace {

// Runs accesses that stand for so many like them.
void simulate_part(HierarchySimulator& simulator, std::span<const Access> accesses,
                   const CodeParts& parts, std::uint64_t times, bool is_judged,
                   SimulatedParts& simulated) {
  std::vector<Miss>* const misses = is_judged ? &simulated.misses : nullptr;
  const auto run = [&](std::span<const Access> some, HierarchyCounts& sum) {
    if (times == 1) {
      return simulator.run(some, sum, misses);
    }
    HierarchyCounts counts;
    simulator.run(some, counts, misses);
    sum.add(counts, times);
  };
  if (parts.count == 1) {
    return run(accesses, simulated.counts.front());
  }
  for (const Access& access : accesses) {
    const std::uint32_t part = parts.of_instruction.at(access.instruction);
    run(std::span(&access, 1), simulated.counts.at(part));
    simulated.missed_by.resize(simulated.misses.size(), part);
  }
}

HierarchySimulator simulator_of(const SampledGroups& sample, const HierarchyShape& shape) {
  const double per_access = std::max(1.0, sample.micro_ops_per_access);
  const double window =
      std::min(static_cast<double>(shape.waits.window), sample.micro_ops_of_rooms);
  std::optional<std::uint64_t> far_window_accesses;
  if (sample.micro_ops_ahead > 0) {
    far_window_accesses =
        static_cast<std::uint64_t>(std::ceil(sample.micro_ops_ahead / per_access));
  }
  HierarchySimulator simulator(shape, static_cast<std::uint64_t>(window / per_access),
                               far_window_accesses, sample.cycles_per_access());
  for (const auto& [load, micro_ops] : sample.micro_ops_behind_loads) {
    simulator.shorten_window(load, static_cast<std::uint64_t>(micro_ops / per_access));
  }
  return simulator;
}

}  // namespace

AccessTrace warming_of(const SampledGroups& sample, std::uint64_t line_bytes) {
  const std::span<const AccessTrace> all(sample.consecutive);
  return last_touches(all.first(sample.first_counted()), line_bytes);
}

HierarchyCounts conflicts_of(const SampledGroups& sample, const HierarchyShape& shape,
                             const AccessTrace& warming) {
  StoreConflicts conflicts(shape);
  HierarchyCounts before;
  for (const Access& access : warming) {
    conflicts.see(access, before);
  }
  HierarchyCounts sum;
  for (std::size_t g = sample.first_counted(); g < sample.consecutive.size(); ++g) {
    sample.consecutive[g].each_part([&](std::span<const Access> accesses, std::uint64_t times) {
      HierarchyCounts counts;
      for (const Access& access : accesses) {
        conflicts.see(access, counts);
      }
      sum.add(counts, times);
    });
  }
  return sum;
}

GroupSimulation::GroupSimulation(const SampledGroups& sample, const HierarchyShape& shape,
                                 bool leaves_out_conflicts)
    : sample_(sample), simulator_(simulator_of(sample, shape)) {
  if (leaves_out_conflicts) {
    simulator_.leave_out_conflicts();
  }
}

void GroupSimulation::warm(const AccessTrace& warming) {
  HierarchyCounts before;
  simulator_.run(warming, before, nullptr);
}

SimulatedParts GroupSimulation::run(const CodeParts& parts,
                                    std::function<bool(std::uint64_t)> is_kept) {
  SimulatedParts simulated;
  simulated.counts.resize(parts.count);
  simulator_.know_kept(std::move(is_kept));  // of the judged groups; those are before some of them
  for (std::size_t g = sample_.first_counted(); g < sample_.consecutive.size(); ++g) {
    const bool is_judged = g < sample_.last_judged();
    sample_.consecutive[g].each_part([&](std::span<const Access> accesses, std::uint64_t times) {
      const std::size_t before = simulated.misses.size();
      simulate_part(simulator_, accesses, parts, times, is_judged, simulated);
      for (std::size_t i = before; i < simulated.misses.size(); ++i) {
        simulated.misses[i].times = static_cast<std::uint32_t>(times);
      }
    });
  }
  return simulated;
}

}  // namespace clgauge::lens
