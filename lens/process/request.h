#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lens/code/source_span.h"
#include "lens/evaluate/trace.h"
#include "lens/launch/buffer_ends.h"
#include "lens/launch/features.h"

namespace clgauge::lens {

// A launch of a compiled kernel that somebody wants to know the costs of.
struct LensRequest {
  std::string object;  // bytes as the driver showed them
  std::string kernel;
  EvaluatedLaunch launch;
  MachineShape machine;
  // Whether somebody wants to read of the loops: their lines are looked up then, and their parts of
  // the features counted. Changes no count.
  bool explains_loops = false;
  // For that: what the driver showed of the same source with line tables; may be empty, or of other
  // code, which tells nothing.
  std::string lined_object{};
};

// Loops of less of the time are not named.
inline constexpr double kHotShare = 0.05;

// A loop that the kernel spends its time in.
struct HotLoop {
  std::string place;    // "kernel+0x1a4": its first instruction
  SourceSpan lines{};   // where they were asked for and debug information tells
  unsigned copies = 1;  // of the loop in these lines: all of them count, the place is the dearest's
  double iterations_per_group = 0;
  double cycles_per_iteration = 0;
  double share = 0;                // of the group's cycles
  bool waits_for_results = false;  // bound by latency, not by ports
  // Its part of the launch's, where that was asked for: those that it has any of, and
  // `f_lens_groups`, of which each makes its iterations.
  LensFeatures features{};
};

// Raised whenever a launch would be counted otherwise than before: what was kept of older looks
// is then looked at anew.
inline constexpr int kLensVersion = 264;

struct LensAnswer {
  LensFeatures features;                     // empty when refused
  std::string refusal;                       // why there are none: what, where
  std::vector<HotLoop> loops;                // dearest first, those of kHotShare or more
  std::map<std::string, double> calls;       // of the runtime's functions, per group
  std::vector<std::string> unknown_opcodes;  // that no scheduling table knows; they cost nothing
  std::vector<Overrun> overruns;             // of buffers, by the work-groups that were walked
  bool explains_loops = false;               // as the request asked for
  // Those of the features that are others on the contents that buffers are likely to hold
  // (`f_lens_assists`, which the loops' features have, too, `f_lens_cycles` and those `_wide`);
  // empty where the request said of none, or all are known.
  LensFeatures likely{};
  double seconds = 0;  // that answering took
};

// Where likely contents were looked at, what they say of denormal numbers counts.
inline void take_likely(LensAnswer& answer) {
  for (const auto& [name, count] : answer.likely) {
    answer.features[name] = count;
  }
}

}  // namespace clgauge::lens
