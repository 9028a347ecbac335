#include "lens/throughput/traced_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "lens/throughput/golden_cove.h"

namespace clgauge::lens {
namespace {

// Instructions that fill a core before those that are counted, those, and how often along a path.
constexpr std::size_t kWarmUp = 500;
constexpr std::size_t kCounted = 1400;
constexpr std::size_t kParts = 8;
// Where the first two of them say the same, and show most of what the launch does, or the first
// half differ little, the others are left out.
constexpr std::array<std::size_t, kParts> kOrder = {2, 6, 0, 4, 1, 5, 3, 7};
constexpr double kSame = 0.03;
constexpr double kMostOfLaunch = 0.8;
constexpr double kAlike = 0.1;
// Where others of so many places along the path show so much more of the launch than the next part
// would, they take its turn.
constexpr std::size_t kCandidates = 16;
constexpr double kWorthAPart = 0.05;

std::size_t instructions_of(const MachineCode& code, const TracedPath& path) {
  std::size_t instructions = 0;
  for (const std::uint32_t b : path.blocks) {
    instructions += code.blocks[b].instruction_count;
  }
  return instructions;
}

// Groups run one behind the other.
TracedPath repeated(const TracedPath& path, std::size_t times) {
  TracedPath all;
  const auto length = static_cast<std::uint32_t>(path.blocks.size());
  for (std::uint32_t copy = 0; copy < times; ++copy) {
    all.blocks.insert(all.blocks.end(), path.blocks.begin(), path.blocks.end());
    for (TracedForwarding one : path.forwarded) {
      one.stored_in += copy * length;
      one.loaded_in += copy * length;
      all.forwarded.push_back(one);
    }
  }
  return all;
}

// A short group: as many of them as the first part is long.
TracedPath long_enough(const MachineCode& code, TracedPath path) {
  constexpr std::size_t kWanted = kWarmUp + kCounted;
  const std::size_t instructions = instructions_of(code, path);
  return instructions == 0 || instructions >= kWanted
             ? std::move(path)
             : repeated(path, (kWanted + instructions - 1) / instructions);
}

}  // namespace

SimulatedPath::SimulatedPath(SequenceCosts& costs, TracedPath path, const PassCounts& counts)
    : costs_(costs), path_(long_enough(costs.code(), std::move(path))), counts_(counts) {
  count_passes();
  if (until_.back() > 0) {
    cost_ = group_cost(costs_, counts_);
  }
  for (const std::uint32_t b : path_.blocks) {
    const double of_block = cost_.block_cycles.empty() ? 0 : cost_.block_cycles[b];
    cycles_until_.push_back(cycles_until_.back() + of_block / counts_.blocks[b]);
  }
}

double SimulatedPath::part(const GroupCost& ruled) {
  double cycles = 0;
  double counted = 0;
  std::vector<double> simulated_by_block(counts_.blocks.size());
  std::vector<double> counted_by_block(counts_.blocks.size());
  std::vector<double> said;
  std::set<std::size_t> begun;
  const std::vector<Place> all_places = places();
  for (std::size_t usual = 0; usual < kParts; ++usual) {
    const auto& [one, by_block] =
        all_places[place_to_show(ruled, all_places, usual, counted_by_block)];
    const double of_part = cycles_of(one);
    // The same part says nothing new.
    if (of_part <= 0 || !begun.insert(one.first).second) {
      continue;
    }
    const double simulated =
        std::max(costs_.traced_cycles(path_, one.warm_up, one.first, one.last, counts_.unforeseen),
                 spilled_cycles(one));
    cycles += simulated;
    counted += of_part;
    said.push_back(simulated / of_part);
    double shown = 0;  // of the launch, by this part and those before it
    for (std::size_t b = 0; b < by_block.size(); ++b) {
      simulated_by_block[b] += said.back() * by_block[b];
      counted_by_block[b] += by_block[b];
      if (b < ruled.block_cycles.size()) {
        shown += std::min(ruled.block_cycles[b], counted_by_block[b] / counted * ruled.cycles);
      }
    }
    if (said.size() == 2 && std::abs(said[1] - said[0]) <= kSame * said[0] &&
        shown >= kMostOfLaunch * ruled.cycles) {
      break;
    }
    const auto [least, most] = std::ranges::minmax(said);
    if (said.size() == kParts / 2 && most <= (1 + kAlike) * least) {
      break;
    }
  }
  if (counted <= 0 || cycles <= 0) {
    return 1;
  }
  double all = 0;
  double of_all = 0;
  for (std::size_t b = 0; b < ruled.block_cycles.size(); ++b) {
    const bool is_known = counted_by_block[b] > 0;
    all += ruled.block_cycles[b] * (is_known ? simulated_by_block[b] / counted_by_block[b] : 1);
    of_all += ruled.block_cycles[b];
  }
  return of_all > 0 ? all / of_all : cycles / counted;
}

std::vector<SimulatedPath::Place> SimulatedPath::places() const {
  std::vector<Place> all;
  const auto add = [&](const Part& part) { all.push_back({part, cycles_by_block(part)}); };
  for (const std::size_t usual : kOrder) {
    add(part_at(usual, kParts));
  }
  for (std::size_t number = 0; number < kCandidates; ++number) {
    add(part_at(number, kCandidates));
  }
  return all;
}

std::size_t SimulatedPath::place_to_show(const GroupCost& ruled, const std::vector<Place>& places,
                                         std::size_t usual, const std::vector<double>& shown) {
  const auto shows_more = [&](std::size_t place) {  // of the launch's cycles
    double more = 0;
    for (std::size_t b = 0; b < ruled.block_cycles.size(); ++b) {
      more += places[place].cycles[b] > 0 && shown[b] == 0 ? ruled.block_cycles[b] : 0;
    }
    return more;
  };
  std::size_t best = usual;
  double most = shows_more(usual) + kWorthAPart * ruled.cycles;
  for (std::size_t place = kParts; place < places.size(); ++place) {
    const double more = shows_more(place);
    if (more > most) {
      most = more;
      best = place;
    }
  }
  return best;
}

double SimulatedPath::wait(const LateLoads& late) {
  // The first part that the path's end does not cut short: one tells enough.
  const auto number = std::ranges::find_if(kOrder, [&](std::size_t one) {
    const Part part = part_at(one, kParts);
    return until_[part.last] - until_[part.first] >= kCounted / 2;
  });
  if (number == kOrder.end()) {
    return 0;
  }
  const Part one = part_at(*number, kParts);
  const double counted = cycles_of(one);
  const double waited =
      costs_.traced_cycles(path_, one.warm_up, one.first, one.last, counts_.unforeseen, late) -
      costs_.traced_cycles(path_, one.warm_up, one.first, one.last, counts_.unforeseen);
  constexpr double kAll = static_cast<double>(kCounted) / (kCounted - SequenceCosts::kNeverLate);
  return counted > 0 ? std::max(0.0, kAll * waited / counted) : 0;
}

std::vector<double> SimulatedPath::cycles_by_block(const Part& part) const {
  std::vector<double> cycles(counts_.blocks.size());
  for (std::size_t i = part.first; i < part.last; ++i) {
    cycles[path_.blocks[i]] += cycles_until_[i + 1] - cycles_until_[i];
  }
  return cycles;
}

double SimulatedPath::spilled_cycles(const Part& part) const {
  double cycles = 0;
  if (costs_.cpu() != kGoldenCove) {
    return cycles;
  }
  for (const auto& [block, times] : passes_of(part.first, part.last)) {
    cycles += static_cast<double>(times) * costs_.spilled_vectors(block);
  }
  return cycles;
}

double SimulatedPath::cycles_of(const Part& part) const {
  return cycles_until_[part.last] - cycles_until_[part.first];
}

void SimulatedPath::count_passes() {
  const MachineCode& code = costs_.code();
  counts_.blocks.assign(code.blocks.size(), 0);
  counts_.edges.assign(code.edge_count, 0);
  for (std::size_t i = 0; i < path_.blocks.size(); ++i) {
    const BasicBlock& block = code.blocks[path_.blocks[i]];
    counts_.blocks[path_.blocks[i]] += 1;
    until_.push_back(until_.back() + block.instruction_count);
    for (std::size_t way = 0; i + 1 < path_.blocks.size() && way < block.successors.size(); ++way) {
      if (block.successors[way] == path_.blocks[i + 1]) {
        counts_.edges[block.first_edge + way] += 1;
        break;
      }
    }
    if (block.callee && block.successors.size() == 1) {
      counts_.edges[block.first_edge] += 1;  // a path goes on in what is called
    }
  }
}

std::size_t SimulatedPath::place_of(std::size_t instructions) const {
  const auto at = std::ranges::lower_bound(until_, instructions);
  return std::min<std::size_t>(static_cast<std::size_t>(at - until_.begin()), path_.blocks.size());
}

SimulatedPath::Part SimulatedPath::part_at(std::size_t number, std::size_t of) const {
  const std::size_t all = until_.back();
  const std::size_t taken = of * kCounted + kWarmUp;
  std::size_t at = std::min(number * kCounted, all);
  if (all > taken) {  // in the midst of as many cycles each
    const double before =
        (static_cast<double>(number) + 0.5) / static_cast<double>(of) * cycles_until_.back();
    const auto place = std::ranges::lower_bound(cycles_until_, before) - cycles_until_.begin();
    at = std::min(until_[static_cast<std::size_t>(place)], all - kWarmUp - kCounted);
  }
  const std::size_t from = head_of_round(place_of(at));
  const std::size_t begin = until_[from] + kWarmUp;
  return {from, place_of(begin), place_of(std::min(begin + kCounted, all))};
}

std::map<std::uint32_t, std::size_t> SimulatedPath::passes_of(std::size_t first,
                                                              std::size_t last) const {
  std::map<std::uint32_t, std::size_t> passes;
  for (std::size_t i = first; i < last; ++i) {
    ++passes[path_.blocks[i]];
  }
  return passes;
}

std::size_t SimulatedPath::head_of_round(std::size_t from) const {
  const std::size_t end = place_of(until_[from] + kCounted);
  const std::map<std::uint32_t, std::size_t> passes = passes_of(from, end);
  std::size_t head = from;
  std::size_t fewest = path_.blocks.size();
  for (std::size_t i = from; i < end; ++i) {
    const std::size_t times = passes.at(path_.blocks[i]);
    if (times > 1 && times < fewest) {
      fewest = times;
      head = i;
    }
  }
  return head;
}

}  // namespace clgauge::lens
