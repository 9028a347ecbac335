#include "lens/throughput/group_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "lens/throughput/block_cycles.h"
#include "lens/throughput/carried_sum.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/least_cycles.h"
#include "lens/throughput/spelled_out_rounds.h"
#include "lens/throughput/unforeseen_jumps.h"
#include "lens/throughput/ways_round.h"

namespace clgauge::lens {
namespace {

// Branch predictors remember the last ten to thirty outcomes of a loop's branch.
constexpr double kForeseenTrips = 24;
// Loops and straight code that cost less than this share are not simulated.
constexpr double kNegligibleShare = 0.002;
// Straight code shorter than this overlaps with what surrounds it.
constexpr double kLongMicroOps = 64;
// Ways round a loop that are looked at, and the part of its cycles below which none but the most
// frequent one is simulated.
constexpr std::size_t kMostWays = 8;
constexpr double kSmallPart = 0.04;
// Rounds that wait this much for one another are a chain, of which a loop's entries overlap.
constexpr double kChainOfRounds = 0.5;

class GroupCounter {
 public:
  GroupCounter(SequenceCosts& costs, const PassCounts& counts)
      : costs_(costs),
        code_(costs.code()),
        counts_(counts),
        loops_(code_, counts),
        is_hidden_(code_.blocks.size(), false),
        block_cycles_(code_.blocks.size()) {}

  GroupCost count() {
    GroupCost cost;
    for (std::uint32_t b = 0; b < code_.blocks.size(); ++b) {
      if (counts_.blocks[b] > 0) {
        const SequenceCost& one = costs_.of(std::array{b}, false);
        block_cycles_.pass(b, one, counts_.blocks[b]);
        cost.throughput_cycles += block_cycles_.of(b);
        cost.micro_ops += counts_.blocks[b] * one.micro_ops;
        cost.results.add(one.results, counts_.blocks[b]);
        add_to(cost.rooms, one.rooms, counts_.blocks[b]);
        cost.fused_spills += counts_.blocks[b] * costs_.fused_spills(b);
      }
    }
    for (std::size_t l = 0; l < code_.loops.size(); ++l) {
      if (loops_.goes_round(l) && loops_.holds_a_loop(l)) {
        overlap_blocks_around(l, cost);
      }
    }
    for (std::size_t l = 0; l < code_.loops.size(); ++l) {
      if (loops_.goes_round(l) && !loops_.holds_a_loop(l)) {
        add_innermost(code_.loops[l], cost);
      }
    }
    for (std::uint32_t b = 0; b < code_.blocks.size(); ++b) {
      if (!loops_.is_looping(b) && counts_.blocks[b] > 0) {
        add_waits_of_straight_code(b, cost);
        block_cycles_.prolong(b, counts_.blocks[b] * spill_cycles(costs_, std::array{b}));
      }
    }
    for (std::size_t l = 0; l < code_.loops.size(); ++l) {
      if (loops_.goes_round(l) && loops_.holds_a_loop(l)) {
        add_chain_around(l, cost);
      }
    }
    for (std::size_t l = 0; l < code_.loops.size(); ++l) {
      if (loops_.goes_round(l) && loops_.holds_a_loop(l)) {
        add_waits_between_entries(l, cost);
      }
    }
    add_waits_for_unforeseen_jumps(cost);
    cost.block_cycles = block_cycles_.all();
    cost.cycles = std::accumulate(cost.block_cycles.begin(), cost.block_cycles.end(), 0.0);
    cost.port_cycles = block_cycles_.ports();
    std::sort(cost.loops.begin(), cost.loops.end(),
              [](const LoopCost& a, const LoopCost& b) { return a.cycles > b.cycles; });
    return cost;
  }

 private:
  // What a core does between the entries of a loop whose sum it waits for takes no time of its own,
  // as far as the waiting goes. Once for each block.
  double hidden_cycles(const CarriedSum& sum, double waiting) {
    double cycles = 0;
    for (const std::uint32_t b : sum.between) {
      if (waiting > 0 && !is_hidden_[b]) {
        is_hidden_[b] = true;
        block_cycles_.forget_ports(b);
        // A loop's rounds are in its header's.
        cycles += std::clamp(block_cycles_.of(b), 0.0,
                             counts_.blocks[b] * costs_.of(std::array{b}, false).throughput_cycles);
      }
    }
    return std::min(cycles, std::max(waiting, 0.0));
  }

  void add_innermost(const Loop& loop, GroupCost& cost) {
    LoopCost of_loop;
    of_loop.header = loop.header;
    of_loop.entries = loops_.entries_of(loop);
    of_loop.iterations = counts_.blocks[loop.header];
    if (of_loop.entries <= 0) {
      return;
    }
    const double trips = of_loop.iterations / of_loop.entries;
    if (trips >= kForeseenTrips) {
      cost.long_loop_exits += of_loop.entries;
    }
    double straight_cycles = 0;
    for (const std::uint32_t b : loop.blocks) {
      straight_cycles += counts_.blocks[b] * costs_.of(std::array{b}, false).throughput_cycles;
    }
    std::vector<WayRound> ways = ways_round(code_, loop, counts_.edges, kMostWays, 0);
    if (ways.empty() || straight_cycles < kNegligibleShare * cost.throughput_cycles) {
      return;
    }
    const double passes = ways.front().passes;
    of_loop.path = std::move(ways.front().path);
    ways.erase(ways.begin());
    std::erase_if(ways, [&](const WayRound& way) {
      return way.passes * cycles_apart(way.path) < kSmallPart * straight_cycles;
    });
    double on_other_ways = 0;
    for (const WayRound& other : ways) {
      on_other_ways += other.passes;
    }
    const double path_straight_cycles = cycles_apart(of_loop.path);
    const SequenceCost& round = costs_.of(of_loop.path, true, counts_.forwarded);
    const CarriedWait through_memory = costs_.wait_through_memory(of_loop.path, counts_.forwarded);
    CarriedSum sum{loop.blocks, {}, trips};
    if (std::max(round.carried_cycles, through_memory.cycles) > round.throughput_cycles) {
      sum = follow_sum(loops_, costs_, loop, of_loop.path, sum);
    }
    // What was not foreseen begins when the last round of before is done.
    const double foreseen =
        1 - unforeseen_exits(loops_, costs_, loop, of_loop.path, of_loop.entries);
    const double ended = foreseen * (1 - round.lookahead.share_of_wait(sum.rounds));
    const double ended_through_memory =
        foreseen * (1 - through_memory.lookahead.share_of_wait(sum.rounds));
    const double chained = std::max(round.chained_cycles - ended * round.carried_cycles,
                                    (1 - ended_through_memory) * through_memory.cycles);
    for (const std::uint32_t load : costs_.chained_loads(of_loop.path)) {
      cost.chained_loads[load].share = 1 - ended;
    }
    cost.micro_ops_behind_loads.merge(costs_.micro_ops_behind_loads(of_loop.path));
    const double busy = std::max({round.throughput_cycles, spill_cycles(costs_, of_loop.path),
                                  fetch_cycles(loops_, costs_, of_loop.path)});
    of_loop.cycles_per_iteration = std::max(busy, chained);
    of_loop.waits_for_results = chained > busy;
    // The way round is gone once less than the header is passed in every entry, but the last pass
    // goes nearly all of it.
    const double rounds = std::min(passes + of_loop.entries, of_loop.iterations - on_other_ways);
    of_loop.cycles =
        straight_cycles + rounds * (of_loop.cycles_per_iteration - path_straight_cycles);
    waits_in_loop_[loop.header] = chained > busy ? chained : 0;
    for (const WayRound& other : ways) {
      of_loop.cycles += other.passes * waits_on(other.path, sum.rounds, foreseen);
    }
    block_cycles_.add(loop.header,
                      of_loop.cycles - straight_cycles -
                          hidden_cycles(sum, rounds * (of_loop.cycles_per_iteration - busy)));
    share_ports(loop, of_loop, rounds);
    cost.throughput_cycles += rounds * (round.throughput_cycles - path_straight_cycles);
    cost.loops.push_back(std::move(of_loop));
  }

  // What these blocks take one by one if nothing waits.
  [[nodiscard]] double cycles_apart(std::span<const std::uint32_t> blocks) {
    double cycles = 0;
    for (const std::uint32_t b : blocks) {
      cycles += costs_.of(std::array{b}, false).throughput_cycles;
    }
    return cycles;
  }

  // How much longer a round on another way than the most frequent one takes than its blocks, one by
  // one, would if nothing waited.
  double waits_on(std::span<const std::uint32_t> path, double rounds, double foreseen) {
    const SequenceCost& round = costs_.of(path, true, counts_.forwarded);
    const double ended = foreseen * (1 - round.lookahead.share_of_wait(rounds));
    return std::max(round.chained_cycles - ended * round.carried_cycles - cycles_apart(path), 0.0);
  }

  // An innermost loop's cycles are those of its rounds and of what is done beside them: by class as
  // these are.
  void share_ports(const Loop& loop, const LoopCost& of_loop, double rounds) {
    const SequenceCost& round = costs_.of(of_loop.path, true, counts_.forwarded);
    ByClass ports{};
    add_to(ports, round.port_cycles,
           rounds * binding_part(round.throughput_cycles, of_loop.cycles_per_iteration));
    double cycles = rounds * of_loop.cycles_per_iteration;
    for (const std::uint32_t b : loop.blocks) {
      const bool is_on_path = std::ranges::find(of_loop.path, b) != of_loop.path.end();
      const double passes = std::max(counts_.blocks[b] - (is_on_path ? rounds : 0), 0.0);
      const SequenceCost& alone = costs_.of(std::array{b}, false);
      add_to(ports, alone.port_cycles, passes);
      cycles += passes * alone.throughput_cycles;
      block_cycles_.forget_ports(b);
    }
    if (cycles > 0) {
      block_cycles_.add_ports(loop.header, ports, of_loop.cycles / cycles);
    }
  }

  // What a round of a loop that holds others does around these runs as one: short blocks, of which
  // each keeps another port busy or none for its whole length, overlap with their neighbours.
  void overlap_blocks_around(std::size_t l, GroupCost& cost) {
    std::vector<std::uint32_t> path;
    const double passes = loops_.find_path(code_.loops[l], path);
    std::erase_if(path,
                  [&](std::uint32_t b) { return loops_.is_looping(b) || loops_.is_within(b, l); });
    const double counted = block_cycles_.of(path);
    if (passes <= 0 || counted <= 0) {
      return;
    }
    const double together = costs_.of(path, false).throughput_cycles;
    const double overlapping = passes * std::max(cycles_apart(path) - together, 0.0);
    const double part = 1 - overlapping / counted;
    cost.throughput_cycles -= overlapping;
    block_cycles_.shorten(path, part);
  }

  // A block that fills a core's buffers several times over waits for its own results.
  void add_waits_of_straight_code(std::uint32_t block, GroupCost& cost) {
    const double passes = counts_.blocks[block];
    const SequenceCost& alone = costs_.of(std::array{block}, false);
    if (alone.micro_ops < kLongMicroOps || passes <= 0) {
      return;
    }
    if (passes * alone.throughput_cycles >= kNegligibleShare * cost.throughput_cycles) {
      block_cycles_.prolong(
          block, passes * costs_.of(std::array{block}, true, counts_.forwarded).chained_cycles);
    }
  }

  [[nodiscard]] double micro_ops_of(std::span<const std::uint32_t> blocks, bool once) {
    double micro_ops = 0;
    for (const std::uint32_t b : blocks) {
      const double passes = once ? 1 : counts_.blocks[b];
      micro_ops += passes > 0 ? passes * costs_.of(std::array{b}, false).micro_ops : 0;
    }
    return micro_ops;
  }

  // The rounds of a loop that holds others take at least what one waits for the one before it:
  // loops within that go on with the same sum are counted already, other chains are not.
  void add_chain_around(std::size_t l, GroupCost& cost) {
    const Loop& loop = code_.loops[l];
    LoopCost of_loop;
    of_loop.header = loop.header;
    of_loop.entries = loops_.entries_of(loop);
    of_loop.iterations = counts_.blocks[loop.header];
    of_loop.waits_for_results = true;
    const double counted = block_cycles_.of(loop.blocks);
    const double passes = loops_.find_path(loop, of_loop.path);
    if (of_loop.entries <= 0 || passes <= 0 ||
        counted < kNegligibleShare * cost.throughput_cycles) {
      return;
    }
    const std::vector<std::uint32_t> round = with_rounds_within(loops_, l, of_loop.path);
    CarriedWait wait = costs_.carried(round, counts_.forwarded);
    const double rounds = std::min(passes + of_loop.entries, of_loop.iterations);
    if (rounds * wait.cycles <= counted) {
      return;
    }
    // The reorder buffer holds the rounds of the loops within, too.
    wait.lookahead.in_order *= micro_ops_of(round, true) * of_loop.iterations /
                               std::max(micro_ops_of(loop.blocks, false), 1.0);
    const CarriedSum sum = follow_sum(loops_, costs_, loop, of_loop.path,
                                      {loop.blocks, {}, of_loop.iterations / of_loop.entries});
    const double ended =
        (1 - unforeseen_exits(loops_, costs_, loop, of_loop.path, of_loop.entries)) *
        (1 - wait.lookahead.share_of_wait(sum.rounds));
    of_loop.cycles_per_iteration = (1 - ended) * wait.cycles;
    of_loop.cycles = rounds * of_loop.cycles_per_iteration;
    if (of_loop.cycles > counted) {
      const double waiting = of_loop.cycles - counted;
      block_cycles_.loosen_ports(loop.blocks, counted, of_loop.cycles);
      block_cycles_.add(loop.header, waiting - hidden_cycles(sum, waiting));
      cost.loops.push_back(std::move(of_loop));
    }
  }

  // Before its first round an entry works out what this starts with, and waits for that, too: the
  // next entry begins as late as its first instructions find room behind this one's rounds.
  void add_waits_between_entries(std::size_t l, const GroupCost& cost) {
    if (costs_.cpu() != kGoldenCove) {
      return;
    }
    const Loop& loop = code_.loops[l];
    const double iterations = counts_.blocks[loop.header];
    std::vector<std::uint32_t> path;
    const double passes = loops_.find_path(loop, path);
    if (passes < kNearlyAlways * (iterations - loops_.entries_of(loop)) || passes <= 0 ||
        loops_.instructions_of(path) > kSimulatedWhole) {
      return;
    }
    const double counted = block_cycles_.of(loop.blocks);
    double elsewhere = 0;
    for (const std::uint32_t b : loop.blocks) {
      if (std::ranges::find(path, b) == path.end() && counts_.blocks[b] > 0) {
        elsewhere += counts_.blocks[b] * costs_.of(std::array{b}, false).throughput_cycles;
      }
    }
    if (counted < kNegligibleShare * cost.throughput_cycles) {
      return;
    }
    const std::optional<WholeRound> whole = whole_round(loops_, costs_, l, path);
    if (!whole) {
      return;
    }
    const SequenceCost& round = costs_.of(whole->blocks, true, counts_.forwarded);
    if (round.carried_cycles > kChainOfRounds * round.chained_cycles) {
      return;  // add_chain_around has it
    }
    const double cycles = iterations * (round.chained_cycles + whole->cycles_left_out) + elsewhere;
    if (cycles > counted) {
      block_cycles_.loosen_ports(loop.blocks, counted, cycles);
      block_cycles_.add(loop.header, cycles - counted);
    }
  }

  // Behind a jump that was not foreseen a core has nothing to do until it is decided: it waits for
  // what the jump waits for, beyond the time that the way to it takes anyway.
  void add_waits_for_unforeseen_jumps(GroupCost& cost) {
    for (std::uint32_t b = 0; b < code_.blocks.size(); ++b) {
      const double unforeseen = counts_.blocks[b] * loops_.unforeseen_at(b);
      if (unforeseen <= 0) {
        continue;
      }
      const std::vector<std::uint32_t> way = loops_.way_to_jump(b);
      add_deciding_loads(loops_, costs_, b, way, cost);
      const auto chained = waits_in_loop_.find(way.front());
      const double counted = std::max(costs_.of(way, false).throughput_cycles,
                                      chained == waits_in_loop_.end() ? 0 : chained->second);
      const double waits = std::max(costs_.cycles_until_decided(way) - counted, 0.0);
      block_cycles_.add(b, unforeseen * waits);
      for (LoopCost& of_loop : cost.loops) {
        const auto innermost = std::ranges::find(code_.loops, of_loop.header, &Loop::header);
        if (std::ranges::binary_search(innermost->blocks, b)) {
          of_loop.cycles += unforeseen * waits;
          break;
        }
      }
    }
  }

  SequenceCosts& costs_;
  const MachineCode& code_;
  const PassCounts& counts_;
  LoopPasses loops_;
  std::map<std::uint32_t, double>
      waits_in_loop_;            // by header: cycles a round that waits for others
  std::vector<bool> is_hidden_;  // by block: behind the waiting for a sum
  BlockCycles block_cycles_;
};

}  // namespace

void GroupCost::stretch(double times) {
  cycles *= times;
  for (double& of_class : port_cycles) {
    of_class *= std::min(times, 1 / times);  // where results are waited for, slower ports tell less
  }
  for (LoopCost& loop : loops) {
    loop.cycles *= times;
    loop.cycles_per_iteration *= times;
  }
}

void GroupCost::add_waits(const MachineCode& code, const std::map<std::uint32_t, double>& waits) {
  if (waits.empty()) {
    return;
  }
  std::map<std::uint32_t, double> left = waits;
  for (const auto& [instruction, waited] : waits) {
    cycles += waited;
  }
  for (const Loop& loop : code.loops) {  // inner ones first
    const auto cost = std::ranges::find(loops, loop.header, &LoopCost::header);
    if (left.empty() || cost == loops.end() || cost->iterations <= 0) {
      continue;
    }
    double waited = 0;
    code.each_instruction(loop, [&](std::uint32_t instruction) {
      const auto one = left.extract(instruction);
      waited += one.empty() ? 0 : one.mapped();
    });
    cost->cycles += waited;
    cost->cycles_per_iteration += waited / cost->iterations;
  }
  std::ranges::stable_sort(loops, std::greater(), &LoopCost::cycles);
}

GroupCost group_cost(SequenceCosts& costs, const PassCounts& counts) {
  return GroupCounter(costs, counts).count();
}

}  // namespace clgauge::lens
