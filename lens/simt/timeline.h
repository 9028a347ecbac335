#pragma once

#include <vector>

#include "lens/simt/block_code.h"
#include "lens/simt/first_cache.h"
#include "lens/simt/group_record.h"
#include "lens/simt/path.h"

namespace clgauge::lens::simt {

// How often a load, by access, waits for the second cache, and a load of that for memory.
struct LoadShares {
  std::vector<double> second_cache;
  double memory = 0;
};

// The way through a sub-group's blocks: those of a block go as their operands come, whatever their
// order, for compilers put loads first; a block begins when all of the one before it has begun.
[[nodiscard]] Path path_of(const GroupRecord& group, std::size_t sub_group,
                           const std::vector<BlockCode>& blocks, const ptx::Program& program,
                           const LoadShares& shares);

}  // namespace clgauge::lens::simt
