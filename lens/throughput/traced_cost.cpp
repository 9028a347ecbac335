#include "lens/throughput/traced_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace clgauge::lens {
namespace {

// Instructions that fill a core before those that are counted, those, and how often along a path.
constexpr std::size_t kWarmUp = 500;
constexpr std::size_t kCounted = 1400;
constexpr std::size_t kParts = 4;
// Where the first two of them say the same, the others are left out.
constexpr std::array<std::size_t, kParts> kOrder = {1, 3, 0, 2};
constexpr double kSame = 0.03;

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
}

double SimulatedPath::part() {
  double cycles = 0;
  double counted = 0;
  std::vector<double> said;
  for (const std::size_t number : kOrder) {
    const Part one = part_at(number);
    const double of_part = cycles_of(one);
    if (of_part <= 0) {
      continue;
    }
    const double simulated =
        costs_.traced_cycles(path_, one.warm_up, one.first, one.last, counts_.unforeseen);
    cycles += simulated;
    counted += of_part;
    said.push_back(simulated / of_part);
    if (said.size() == 2 && std::abs(said[1] - said[0]) <= kSame * said[0]) {
      break;
    }
  }
  return counted > 0 && cycles > 0 ? cycles / counted : 1;
}

double SimulatedPath::wait(const LateLoads& late) {
  // The first part that the path's end does not cut short: one tells enough.
  const auto number = std::ranges::find_if(kOrder, [&](std::size_t one) {
    const Part part = part_at(one);
    return until_[part.last] - until_[part.first] >= kCounted / 2;
  });
  if (number == kOrder.end()) {
    return 0;
  }
  const Part one = part_at(*number);
  const double counted = cycles_of(one);
  const double waited =
      costs_.traced_cycles(path_, one.warm_up, one.first, one.last, counts_.unforeseen, late) -
      costs_.traced_cycles(path_, one.warm_up, one.first, one.last, counts_.unforeseen);
  constexpr double kAll = static_cast<double>(kCounted) / (kCounted - SequenceCosts::kNeverLate);
  return counted > 0 ? std::max(0.0, kAll * waited / counted) : 0;
}

double SimulatedPath::cycles_of(const Part& part) const {
  double cycles = 0;
  for (std::size_t i = part.first; i < part.last; ++i) {
    const std::uint32_t b = path_.blocks[i];
    cycles += cost_.block_cycles[b] / counts_.blocks[b];
  }
  return cycles;
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

SimulatedPath::Part SimulatedPath::part_at(std::size_t number) const {
  const std::size_t all = until_.back();
  const std::size_t taken = kParts * kCounted + kWarmUp;
  const std::size_t apart = all > taken ? (all - kWarmUp - kCounted) / (kParts - 1) : kCounted;
  const std::size_t from = head_of_round(place_of(number * apart));
  const std::size_t begin = until_[from] + kWarmUp;
  return {from, place_of(begin), place_of(std::min(begin + kCounted, all))};
}

std::size_t SimulatedPath::head_of_round(std::size_t from) const {
  const std::size_t end = place_of(until_[from] + kCounted);
  std::map<std::uint32_t, std::size_t> passes;
  for (std::size_t i = from; i < end; ++i) {
    ++passes[path_.blocks[i]];
  }
  std::size_t head = from;
  std::size_t fewest = path_.blocks.size();
  for (std::size_t i = from; i < end; ++i) {
    const std::size_t times = passes[path_.blocks[i]];
    if (times > 1 && times < fewest) {
      fewest = times;
      head = i;
    }
  }
  return head;
}

}  // namespace clgauge::lens
