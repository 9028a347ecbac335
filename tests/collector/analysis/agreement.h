#pragma once

#include <set>
#include <string>
#include <vector>

#include "collector/analysis/analyse.h"
#include "collector/collect.h"
#include "collector/oracle/oracle.h"

namespace clgauge::collector {

// What the symbolic analysis and the brute-force oracle say of the same launch.
struct Agreement {
  std::vector<std::string> wrong;      // counts whose flag promises more than holds
  std::vector<std::string> inexact;    // counts with another flag than exact
  std::set<CountFlag> flags;           // of all counts but extents and footprints
  int compared = 0;                    // totals that both gave
  std::vector<std::string> unplaced;   // exact, but the oracle knows not all addresses
  std::string refused;                 // why the oracle could not run, if so
  std::vector<std::string> uncounted;  // KernelModel::refusals
};

// Analyses once and compares at every given set of values.
[[nodiscard]] Agreement compare(const Source& source, const std::string& kernel,
                                const LaunchDescription& launch,
                                const std::vector<Bindings>& values,
                                std::int64_t step_limit = 100'000'000,
                                const AnalysisLimits& limits = {});

}  // namespace clgauge::collector
