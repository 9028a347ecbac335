#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/machine_cost.h"
#include "lens/ptx/program.h"
#include "lens/simt/schedule_regions.h"
#include "lens/simt/units.h"

namespace clgauge::lens::simt {

// An instruction of a block as a sub-group waits for it.
struct Node {
  std::vector<std::int32_t> sources;  // slots that it reads
  std::vector<std::int32_t> targets;  // that it writes
  double latency_cycles = 0;
  Units units;
  unsigned loaded_words = 0;  // by a load: so many registers wait for it
  bool is_access = false;
  bool is_barrier = false;
  bool is_wide = false;     // writes 64 bits
  bool is_ordered = false;  // a load that must not go before a store of the same memory
  // How early it may go: with its block, with its region, or as early as loads of what nobody
  // writes do; what addresses of loads are made of goes with the loads.
  enum class Early : std::uint8_t { block, region, round };
  Early early = Early::block;
  bool is_volatile = false;  // a load that the first cache never answers
  std::uint32_t access = 0;  // in Program::accesses
};

// What a run of a block costs a sub-group, as far as addresses and waits do not matter.
struct BlockCode {
  std::vector<Node> nodes;
  ptx::MachineCost cost;        // of all together, but for latency
  double private_accesses = 0;  // of variables in private memory
  unsigned words_held = 0;      // most that its loads hold at once, in the order of the code
  // A loop of one block that the assembler unrolls: so many rounds of it are one block.
  unsigned rounds_together = 1;
  RegionOfBlock region;
};

[[nodiscard]] std::vector<BlockCode> block_code(const ptx::Program& program);

}  // namespace clgauge::lens::simt
