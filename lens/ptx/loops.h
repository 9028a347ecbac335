#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// Which blocks each one may go on to, and from which one comes to each, in the order of the code.
struct Edges {
  std::vector<std::vector<std::uint32_t>> successors;
  std::vector<std::vector<std::uint32_t>> predecessors;
};
[[nodiscard]] Edges edges_of(const Program& program);

struct Loop {
  std::uint32_t header = 0;           // in Program::blocks
  std::vector<std::uint32_t> blocks;  // in the order of the code, the header among them
};

// The natural loops of a program, by header in the order of the code. One that can be entered
// elsewhere is none.
[[nodiscard]] std::vector<Loop> loops_of(const Program& program);

}  // namespace clgauge::lens::ptx
