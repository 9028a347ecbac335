#pragma once

#include <vector>

#include "lens/simt/block_code.h"
#include "lens/simt/first_cache.h"
#include "lens/simt/group_record.h"
#include "lens/simt/path.h"

namespace clgauge::lens::simt {

// The way through a sub-group's blocks: those of a block go as their operands come, whatever their
// order, for compilers put loads first; a block begins when all of the one before it has begun. Of
// loads that miss the first cache `memory_share` wait for memory.
[[nodiscard]] Path path_of(const GroupRecord& group, std::size_t sub_group,
                           const std::vector<BlockCode>& blocks, const ptx::Program& program,
                           double memory_share);

}  // namespace clgauge::lens::simt
