#include "lens/throughput/gathers_behind_stores.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "lens/code/mc.h"
#include "lens/code/zen.h"
#include "lens/throughput/opcode_pattern.h"
#include "lens/throughput/operand_times.h"
#include "lens/throughput/register_dependences.h"

namespace clgauge::lens {
namespace {

// Of a sequence that is run once: stores so many instructions before have long gone.
constexpr std::uint32_t kStoresAhead = 160;
// Of what a scatter takes, from its mask and indices until its places are known: four lanes 4
// cycles, sixteen 11.
constexpr double kPartOfScatter = 2.0 / 3;

// How long before it counts as started a gather needs its indices.
double cycles_of_indices(const llvm::mca::Instruction& gather, const McTarget& target) {
  int cycles = 0;
  for (const llvm::mca::ReadState& read : gather.getUses()) {
    if (is_of_address(read.getDescriptor(), target.instructions->get(gather.getOpcode()))) {
      cycles = std::max(cycles, cycles_before_start(read.getDescriptor().UseIndex));
    }
  }
  return cycles;
}

// What has to be done before it is known where a store goes.
struct StorePlace {
  std::uint32_t store = 0;
  Dependence known_by;
};

struct Walked {
  std::vector<std::uint32_t> gathers;
  std::vector<StorePlace> stores;  // one after the other
};

// Gathers of all lanes, by the mask that was made for them.
std::vector<std::uint32_t> whole_gathers(const Lowered& instructions, const McTarget& target,
                                         std::span<const Dependence> registers) {
  const auto name = [&](std::uint32_t at) {
    return target.opcode_name(instructions[at]->getOpcode());
  };
  std::vector<std::uint32_t> gathers;
  for (const Dependence& one : registers) {
    if (name(one.from).starts_with("KXNOR") && is_gather(name(one.to))) {
      gathers.push_back(one.to);
    }
  }
  std::ranges::sort(gathers);
  gathers.erase(std::unique(gathers.begin(), gathers.end()), gathers.end());
  return gathers;
}

Walked walked(const Lowered& instructions, const McTarget& target,
              std::span<const Dependence> registers) {
  Walked all{whole_gathers(instructions, target, registers), {}};
  if (all.gathers.empty()) {
    return all;
  }
  std::vector<std::optional<double>> cycles_of_store(instructions.size());  // none of no store
  for (std::uint32_t at = 0; at < instructions.size(); ++at) {
    if (instructions[at] == nullptr) {
      continue;
    }
    const unsigned opcode = instructions[at]->getOpcode();
    if (target.instructions->get(opcode).mayStore()) {
      cycles_of_store[at] = is_scatter(target.opcode_name(opcode))
                                ? kPartOfScatter * latency_of(*instructions[at])
                                : 0;
    }
  }
  for (const Dependence& one : registers) {
    if (one.is_for_address && cycles_of_store[one.to]) {
      all.stores.push_back({one.to, one});
      all.stores.back().known_by.cycles += *cycles_of_store[one.to];
    }
  }
  std::ranges::sort(all.stores, {}, &StorePlace::store);
  return all;
}

}  // namespace

std::vector<Dependence> gathers_behind_stores(const Lowered& instructions, const McTarget& target,
                                              std::span<const Dependence> registers, bool is_loop) {
  std::vector<Dependence> waits;
  if (target.cpu != kZen5) {
    return waits;
  }
  const Walked all = walked(instructions, target, registers);
  for (const std::uint32_t gather : all.gathers) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> cycles;  // by whom, and rounds before
    const auto wait = [&](const Dependence& known_by, std::uint32_t rounds) {
      double& longest = cycles[{known_by.from, known_by.rounds + rounds}];
      longest = std::max(longest, known_by.cycles);
    };
    for (const auto& [store, known_by] : all.stores) {
      if (store < gather && (is_loop || store + kStoresAhead >= gather)) {
        wait(known_by, 0);
      } else if (store > gather && is_loop) {
        wait(known_by, 1);
      }
    }
    const double indices = cycles_of_indices(*instructions[gather], target);
    for (const auto& [by, after] : cycles) {
      waits.push_back({by.first, gather, after + indices, by.second});
    }
  }
  return waits;
}

}  // namespace clgauge::lens
