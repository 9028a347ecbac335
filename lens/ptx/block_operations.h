#pragma once

#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// Fills in Block::operations: integers that end in addresses and branches only are told from
// others, as the collector does.
void add_operations(Program& program);

}  // namespace clgauge::lens::ptx
