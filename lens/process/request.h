#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/launch/features.h"

namespace clgauge::lens {

// A launch of a compiled kernel that somebody wants to know the costs of.
struct LensRequest {
  std::string object;  // bytes as the driver showed them
  std::string kernel;
  EvaluatedLaunch launch;
  MachineShape machine;
};

// A loop that the kernel spends its time in.
struct HotLoop {
  std::string place;  // "kernel+0x1a4": its first instruction
  double iterations_per_group = 0;
  double cycles_per_iteration = 0;
  double share = 0;                // of the group's cycles
  bool waits_for_results = false;  // bound by latency, not by ports
};

// Raised whenever a launch would be counted otherwise than before: what was kept of older looks
// is then looked at anew.
inline constexpr int kLensVersion = 42;

struct LensAnswer {
  LensFeatures features;                     // empty when refused
  std::string refusal;                       // why there are none: what, where
  std::vector<HotLoop> loops;                // dearest first, those of 5% or more
  std::map<std::string, double> calls;       // of the runtime's functions, per group
  std::vector<std::string> unknown_opcodes;  // that no scheduling table knows; they cost nothing
  double seconds = 0;                        // that answering took
};

}  // namespace clgauge::lens
