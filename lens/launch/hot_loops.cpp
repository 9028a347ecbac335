#include "lens/launch/hot_loops.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "lens/launch/loop_features.h"

namespace clgauge::lens {
namespace {

constexpr std::array<const char*, 5> kTraffic = {"_l2_", "_l3_", "_dram_", "_tlb_", "_walk"};

std::size_t loop_with(const MachineCode& code, std::uint32_t header) {
  const auto found = std::find_if(code.loops.begin(), code.loops.end(),
                                  [&](const Loop& loop) { return loop.header == header; });
  return static_cast<std::size_t>(found - code.loops.begin());
}

bool holds(const Loop& outer, const Loop& inner) {
  return std::binary_search(outer.blocks.begin(), outer.blocks.end(), inner.header);
}

// Loops beside each other that compilers made of one loop of the source.
struct AlikeLoops {
  std::vector<std::size_t> loops;  // places in MachineCode::loops
  LoopCost cost;                   // of all of them
};

std::vector<AlikeLoops> alike_loops(const GroupCost& cost, const MachineCode& code,
                                    const std::vector<SourceSpan>& lines) {
  std::vector<AlikeLoops> all;
  for (const LoopCost& one : cost.loops) {
    const std::size_t place = loop_with(code, one.header);
    const auto copy = std::find_if(all.begin(), all.end(), [&](const AlikeLoops& other) {
      return lines.at(place).first_line > 0 && lines.at(place) == lines.at(other.loops.front()) &&
             one.waits_for_results == other.cost.waits_for_results &&
             std::none_of(other.loops.begin(), other.loops.end(), [&](std::size_t known) {
               return holds(code.loops[known], code.loops[place]) ||
                      holds(code.loops[place], code.loops[known]);
             });
    });
    if (copy == all.end()) {
      all.push_back({{place}, one});
      continue;
    }
    LoopCost& sum = copy->cost;
    const double iterations = sum.iterations + one.iterations;
    sum.cycles_per_iteration =
        (sum.iterations * sum.cycles_per_iteration + one.iterations * one.cycles_per_iteration) /
        iterations;
    sum.iterations = iterations;
    sum.cycles += one.cycles;
    copy->loops.push_back(place);
  }
  std::stable_sort(all.begin(), all.end(), [](const AlikeLoops& a, const AlikeLoops& b) {
    return a.cost.cycles > b.cost.cycles;
  });
  return all;
}

HotLoop hot_loop(const LoopCost& loop, const GroupCost& cost, const MachineCode& code) {
  HotLoop hot;
  hot.place = code.place_of(code.blocks.at(loop.header).first_instruction);
  hot.iterations_per_group = loop.iterations;
  hot.cycles_per_iteration = loop.cycles_per_iteration;
  hot.share = cost.cycles > 0 ? loop.cycles / cost.cycles : 0;
  hot.waits_for_results = loop.waits_for_results;
  return hot;
}

// Of what the first cache misses, and translations: kinds that hardly occur take no time, which
// those know who know prices.
bool is_much_of(const LensFeatures& part, const LensFeatures& launch) {
  return std::any_of(part.begin(), part.end(), [&](const auto& feature) {
    const std::string& name = feature.first;
    const bool is_traffic = std::any_of(kTraffic.begin(), kTraffic.end(), [&](const char* kind) {
      return name.find(kind) != std::string::npos;
    });
    const auto all = launch.find(name);
    return is_traffic && all != launch.end() && feature.second >= kHotShare * all->second;
  });
}

}  // namespace

std::vector<HotLoop> hot_loops(const GroupCost& cost, const MachineCode& code) {
  std::vector<HotLoop> loops;
  for (const LoopCost& loop : cost.loops) {
    HotLoop hot = hot_loop(loop, cost, code);
    if (hot.share >= kHotShare) {
      loops.push_back(std::move(hot));
    }
  }
  return loops;
}

std::vector<HotLoop> hot_loops(const GroupCost& cost, const MachineCode& code,
                               const LoopKnowledge& known, const LensFeatures& launch) {
  std::vector<HotLoop> loops;
  for (const AlikeLoops& alike : alike_loops(cost, code, known.lines)) {
    HotLoop hot = hot_loop(alike.cost, cost, code);
    for (const std::size_t loop : alike.loops) {
      add_features(known.features.at(loop), hot.features);
    }
    if (hot.share >= kHotShare || is_much_of(hot.features, launch)) {
      hot.copies = static_cast<unsigned>(alike.loops.size());
      hot.lines = known.lines.at(alike.loops.front());
      hot.features["f_lens_cycles"] += hot.features["f_lens_groups"] * alike.cost.cycles;
      loops.push_back(std::move(hot));
    }
  }
  return loops;
}

}  // namespace clgauge::lens
