#include "lens/throughput/recurrence.h"

#include <iterator>
#include <map>
#include <optional>

#include "lens/throughput/components.h"

namespace clgauge::lens {
namespace {

// Of an instruction's start: what moves it by less is not worth another pass.
constexpr double kTolerance = 1e-4;  // cycles

// A circle this much shorter than the longest has its results in time.
constexpr double kNearly = 0.9;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Cycles a round of a circle that the instructions' latest causes close; nothing if they do not.
// `cause` holds for each instruction the dependence that it waits for longest.
std::optional<double> circle_of(const std::vector<std::size_t>& cause,
                                std::span<const Dependence> dependences) {
  std::vector<std::size_t> walk(cause.size(), kNone);  // which walk came by
  for (std::size_t first = 0; first < cause.size(); ++first) {
    std::size_t at = first;
    while (walk[at] == kNone && cause[at] != kNone) {
      walk[at] = first;
      at = dependences[cause[at]].from;
    }
    if (walk[at] != first || cause[at] == kNone) {
      continue;
    }
    double cycles = 0;
    double rounds = 0;
    const std::size_t closed_at = at;
    do {
      const Dependence& one = dependences[cause[at]];
      cycles += one.cycles;
      rounds += static_cast<double>(one.rounds);
      at = one.from;
    } while (at != closed_at);
    return cycles / rounds;
  }
  return std::nullopt;
}

// Of a circle that takes longer than so many cycles a round, what it takes; nothing if none does.
// Starts are moved until all dependences hold (Bellman and Ford); where they never will, the causes
// close a circle soon.
std::optional<double> longer_circle(double cycles_per_round, std::size_t instructions,
                                    std::span<const Dependence> dependences) {
  std::vector<double> start(instructions, 0.0);
  std::vector<std::size_t> cause(instructions, kNone);
  for (bool is_settled = false; !is_settled;) {
    is_settled = true;
    for (std::size_t i = 0; i < dependences.size(); ++i) {
      const Dependence& one = dependences[i];
      const double earliest =
          start[one.from] + one.cycles - cycles_per_round * static_cast<double>(one.rounds);
      if (earliest > start[one.to] + kTolerance) {
        start[one.to] = earliest;
        cause[one.to] = i;
        is_settled = false;
      }
    }
    if (const auto circle = circle_of(cause, dependences); circle && *circle > cycles_per_round) {
      return circle;
    }
  }
  return std::nullopt;
}

}  // namespace

double recurrence_cycles(std::size_t instructions, std::span<const Dependence> dependences) {
  double longest = 0;
  while (const auto longer = longer_circle(longest, instructions, dependences)) {
    longest = *longer;
  }
  return longest;
}

double cycles_until_last(std::size_t instructions, std::span<const Dependence> dependences) {
  if (instructions == 0) {
    return 0;
  }
  std::vector<Dependence> within;
  std::ranges::copy_if(dependences, std::back_inserter(within),
                       [](const Dependence& one) { return one.rounds == 0; });
  std::ranges::sort(within, {}, &Dependence::to);
  std::vector<double> start(instructions);
  for (const Dependence& one : within) {
    start[one.to] = std::max(start[one.to], start[one.from] + one.cycles);
  }
  return start.back();
}

std::vector<bool> in_circles(double cycles_per_round, std::size_t instructions,
                             std::span<const Dependence> dependences) {
  const std::vector<std::uint32_t> component = strong_components(instructions, dependences);
  std::map<std::uint32_t, std::vector<Dependence>> within;
  for (const Dependence& one : dependences) {
    if (component[one.from] == component[one.to]) {
      within[component[one.from]].push_back(one);
    }
  }
  std::vector<bool> is_part(instructions, false);
  std::map<std::uint32_t, bool> is_long;
  for (const auto& [number, circles] : within) {
    is_long[number] = longer_circle(kNearly * cycles_per_round, instructions, circles).has_value();
  }
  for (std::size_t i = 0; i < instructions; ++i) {
    const auto found = is_long.find(component[i]);
    is_part[i] = found != is_long.end() && found->second;
  }
  return is_part;
}

std::vector<bool> held_up_by_circles(double cycles_per_round, std::size_t instructions,
                                     std::span<const Dependence> dependences) {
  std::vector<bool> is_held = in_circles(cycles_per_round, instructions, dependences);
  for (bool is_settled = false; !is_settled;) {
    is_settled = true;
    for (const Dependence& one : dependences) {
      if (is_held[one.from] && !is_held[one.to]) {
        is_held[one.to] = true;
        is_settled = false;
      }
    }
  }
  return is_held;
}

}  // namespace clgauge::lens
