#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "lens/process/request.h"
#include "model/predict/predict.h"

namespace clgauge::service {

// A hot loop of the compiled code with what a prediction says that it takes.
struct LoopTime {
  lens::HotLoop loop;
  // What it takes most time for: "ports" of the core, "latency" of its own results, "conflicts in
  // the first cache", lines from the "second cache", the "third cache" or "memory", "translation"
  // of addresses (TLB), "branches", "gathers", "atomics", "calls", "split lines", "denormal
  // numbers"; or "start-up", where the launch takes more time to start than for all its code.
  std::string bound;
  // Where the loop's part of the counts is known; else zero and empty.
  double seconds = 0;                                 // of the launch's predicted time
  double nanoseconds_per_iteration = 0;               // of the busiest core
  std::vector<std::pair<std::string, double>> parts;  // of these seconds, 1 together, largest first
};

// The time of a loop is, of each cost, the loop's part of what the cost multiplies. Loops that take
// less than 5% of the cycles and of the time are left out; those that take longest come first.
[[nodiscard]] std::vector<LoopTime> loop_times(const std::vector<lens::HotLoop>& loops,
                                               const model::Prediction& prediction);

// One of `hot_loops` in the JSON of `clgauge explain`.
[[nodiscard]] nlohmann::json to_json(const LoopTime& time, double predicted_seconds);

}  // namespace clgauge::service
