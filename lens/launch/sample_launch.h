#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/launch/buffer_ends.h"
#include "lens/launch/busiest_core.h"
#include "lens/launch/denormal_work.h"
#include "lens/launch/group_order.h"
#include "lens/launch/group_walks.h"
#include "lens/throughput/group_cost.h"
#include "lens/throughput/traced_path.h"
#include "lens/throughput/wide_arithmetic.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// How much is evaluated: enough groups to see reuse between them, not so many that it takes long.
struct SamplingBudget {
  std::size_t most_groups = 48;
  // Accesses and a quarter of the instructions: of consecutive groups, and of surveyed ones.
  std::uint64_t work = 40000;
  std::uint64_t survey_work = 500000;
  // Groups all over a launch that, if they take one way, stand for all.
  std::size_t least_alike = 2;
  std::size_t most_surveyed = 24;  // groups all over a launch whose groups differ
  std::size_t least_surveyed = 6;  // of those, however much work they are
  // Where groups differ so much that the average work of those is known to no better than this, the
  // survey goes on.
  double doubt = 0.05;
  std::uint64_t doubtful_work = 2000000;
  std::size_t least_doubtful = 14;  // groups, however much work they are: as 6, they lie evenly
  std::size_t most_doubtful = 192;
};

// What a few work-groups of a launch did. Numbers are averages per group.
struct LaunchSample {
  SampledGroups groups;
  PassCounts passes;
  std::optional<TracedPath> path;  // of a typical group, where the code is known
  double instructions = 0;
  double accesses = 1;  // at least
  double gather_lanes = 0;
  double scatter_lanes = 0;
  double locked = 0;             // atomic updates
  double contended = 0;          // those of lines that other cores update, too
  double contended_lines = 0;    // so many of them, if each had as many updates as the others
  double updates_of_visit = 1;   // one behind the other, of a line that is not the group's own
  std::vector<WidePart> wide;    // with the calls that are known
  double stack_loads = 0;        // of the stack, and of local memory
  double suppressed_faults = 0;  // accesses of pages that are not there, under masks that say so
  double stray_faults = 0;       // the same of addresses that nobody means, behind the stack
  double far_faults = 0;         // and far from all memory
  double mispredictions = 0;     // the first time
  double doubtful_jumps = 0;     // Mispredictions::doubtful
  double surprise_bits = 0;      // Mispredictions::surprise_bits
  double late_cycles = 0;        // that loads take longer which nobody saw coming
  DenormalWork denormals;
  std::map<std::string, double> runtime_calls;
  std::map<std::uint32_t, std::string> call_sites;  // by instruction
  std::vector<Overrun> overruns;                    // of all groups that were walked
  std::vector<GroupWork> uneven;                    // where groups differ, sorted by place
  std::optional<double> busiest;                    // core's groups, where not as many as others'
};

// Evaluates groups that a core runs one after the other from the middle of the launch on, and the
// neighbours in y and z of those that are judged by their reuse. Where groups elsewhere take other
// ways (a triangle of work), a survey of groups all over the launch says what the average one does,
// and the consecutive ones are those about a surveyed one that is near the average. Throws what
// `evaluate` throws, and Error(input) for a launch without groups.
[[nodiscard]] LaunchSample sample_launch(const SampledCode& code, const GroupOrder& order,
                                         const EvaluateGroup& evaluate,
                                         const SamplingBudget& budget = {});
// The same with what the process keeps: a second thread walks groups that are likely to be asked
// for meanwhile.
[[nodiscard]] LaunchSample sample_launch(const SampledCode& code, const GroupOrder& order,
                                         GroupEvaluator& evaluator, const Help& help,
                                         const SamplingBudget& budget = {});

// Tells the sample which buffers the launch has.
void tell_buffers(const EvaluatedLaunch& launch, SampledGroups& groups);

}  // namespace clgauge::lens
