#include "service/store/loop_time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "service/store/feature_words.h"

namespace clgauge::service {
namespace {

constexpr const char* kCycles = "f_lens_cycles";
constexpr const char* kStartUp = "start-up";

// The first text that the name of a feature holds says what it is for; "1" is a constant.
constexpr auto kPurposes = std::to_array<std::pair<std::string_view, const char*>>({
    {"_kernel_launch", kStartUp},
    {"_groups", kStartUp},
    {"_forks", kStartUp},
    {"_tlb_", "translation"},
    {"_page_", "translation"},
    {"_walk_", "translation"},
    {"_dram", "memory"},
    {"_non_temporal", "memory"},
    {"_l3", "third cache"},
    {"_l2", "second cache"},
    {"_l1_conflicts", kFirstCacheConflicts},
    {"_mispredictions", "branches"},
    {"_assists", "denormal numbers"},
    {"_gather", "gathers"},
    {"_scatter", "gathers"},
    {"_calls", "calls"},
    {"_split", "split lines"},
    {"_locked", "atomics"},
    {"_contended", "atomics"},
    {"_simt_busy", "instructions and their units"},  // of older calibrations
    {"_simt_own", "instructions and their units"},
    {"_simt_hiding", "instructions and their units"},
    {"_simt_stalled", "latency"},
    {"_simt_lines", "first cache"},
    {"_simt_private", "private memory"},
    {"_simt_local", "local memory"},
    {"_barriers", "barriers"},
    {"_memory_sectors", "memory"},
    {"_sectors", "second cache"},
    {"_requests", "second cache"},
    {"_updates", "atomics"},
    {"_simt_path", "latency"},
});

std::string purpose_of(std::string_view features) {
  if (features == "1") {
    return kStartUp;
  }
  const std::string_view purpose = words_in(kPurposes, features);
  return purpose.empty() ? "others" : std::string(purpose);
}

// The sum of those of the loop's counts that a cost multiplies: "f_a + f_b".
double count_of(const lens::HotLoop& loop, std::string_view features) {
  constexpr std::string_view kPlus = " + ";
  double sum = 0;
  while (!features.empty()) {
    const std::size_t end = std::min(features.find(kPlus), features.size());
    const auto count = loop.features.find(std::string(features.substr(0, end)));
    sum += count == loop.features.end() ? 0 : count->second;
    features.remove_prefix(std::min(end + kPlus.size(), features.size()));
  }
  return sum;
}

LoopTime time_of(const lens::HotLoop& loop, const model::Prediction& prediction) {
  LoopTime time{loop, loop.waits_for_results ? "latency" : "ports", 0, 0, {}};
  std::map<std::string, double> seconds;
  for (const model::CostShare& share : prediction.breakdown) {
    if (share.count <= 0 || share.seconds <= 0) {
      continue;
    }
    const double part = std::min(1.0, count_of(loop, share.feature) / share.count);
    // Those of a class of instructions, too.
    const bool is_cycles = share.feature.starts_with(kCycles);
    const std::string purpose = is_cycles ? time.bound : purpose_of(share.feature);
    if (part > 0 && purpose != kStartUp) {
      seconds[purpose] += part * share.seconds;
      time.seconds += part * share.seconds;
    }
  }
  if (time.seconds <= 0) {
    return time;
  }
  for (const auto& [purpose, spent] : seconds) {
    time.parts.emplace_back(purpose, spent / time.seconds);
  }
  std::sort(time.parts.begin(), time.parts.end(),
            [](const auto& a, const auto& b) { return a.second > b.second; });
  time.bound = time.parts.front().first;
  const auto groups = loop.features.find("f_lens_groups");
  if (groups != loop.features.end() && groups->second * loop.iterations_per_group > 0) {
    time.nanoseconds_per_iteration =
        1e9 * time.seconds / (groups->second * loop.iterations_per_group);
  }
  return time;
}

bool starts_longer_than_it_runs(const model::Prediction& prediction) {
  double seconds = 0;
  for (const model::CostShare& share : prediction.breakdown) {
    seconds += purpose_of(share.feature) == kStartUp ? share.seconds : 0;
  }
  return seconds > prediction.seconds / 2;
}

}  // namespace

std::vector<LoopTime> loop_times(const std::vector<lens::HotLoop>& loops,
                                 const model::Prediction& prediction) {
  std::vector<LoopTime> times;
  for (const lens::HotLoop& loop : loops) {
    LoopTime time = time_of(loop, prediction);
    if (loop.share >= lens::kHotShare || time.seconds >= lens::kHotShare * prediction.seconds) {
      times.push_back(std::move(time));
    }
  }
  if (starts_longer_than_it_runs(prediction)) {
    for (LoopTime& time : times) {
      time.bound = kStartUp;
    }
  }
  std::stable_sort(times.begin(), times.end(),
                   [](const LoopTime& a, const LoopTime& b) { return a.seconds > b.seconds; });
  return times;
}

nlohmann::json to_json(const LoopTime& time, double predicted_seconds) {
  const lens::HotLoop& loop = time.loop;
  nlohmann::json json = {{"place", loop.place},
                         {"iterations_per_group", loop.iterations_per_group},
                         {"cycles_per_iteration", loop.cycles_per_iteration},
                         {"share", loop.share},
                         {"bound", time.bound}};
  if (loop.lines.first_line > 0) {
    json["line"] = loop.lines.first_line;
    json["last_line"] = loop.lines.last_line;
  }
  if (!loop.lines.file.empty()) {
    json["file"] = loop.lines.file;
  }
  if (loop.copies > 1) {
    json["copies"] = loop.copies;
  }
  if (!time.parts.empty()) {
    json["seconds"] = time.seconds;
    json["share_of_time"] = time.seconds / predicted_seconds;
    json["nanoseconds_per_iteration"] = time.nanoseconds_per_iteration;
    for (const auto& [purpose, part] : time.parts) {
      json["parts"][purpose] = part;
    }
  }
  return json;
}

}  // namespace clgauge::service
