#pragma once

#include "collector/analysis/workspace.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

// Writes down the strides of an access whose offset memory decides, as far as what memory says is
// the same for neighbours: rows of which only memory knows which they are (affine_in_rows, with all
// strides), walks along loops that begin where memory says (strides of these loops alone). So is an
// offset with divisions by what may be zero or negative for all that is known (i / h * 2 * h + i %
// h): its strides are those within a period. What jumps anywhere is left without.
void describe_unplaced(Workspace& workspace, const symbolic::Poly& offset,
                       const llvm::BasicBlock& block, Access& access);

}  // namespace clgauge::collector
