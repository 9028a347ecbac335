#pragma once

#include <cstddef>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/formula_table.h"

namespace clgauge::model {

// Whether the source asks for a loop of a few trips, which no size decides, to be unrolled:
// compilers do so before they lay work-items side by side, and find straight code. (Without, they
// do where the body is small, of which the source does not tell.)
[[nodiscard]] bool is_spelled_out(const collector::LoopCount& loop);

// How a compiler for a CPU may arrange a kernel's work, as far as its source tells. Straight code,
// between barriers too, becomes vectors of neighbouring work-items. A loop inside a work-item, of
// however few trips, may keep it from that: the work-items then run one after another, and what is
// left is to lay variables of one work-item side by side that know nothing of one another.
class Arrangement {
 public:
  Arrangement(const collector::KernelModel& model, FormulaTable& table);

  // Whether a work-item runs through a loop without a barrier.
  [[nodiscard]] bool has_loop(const FormulaTable::Values& values) const;
  // Whether one that runs alone has enough variables side by side.
  [[nodiscard]] bool is_packed() const noexcept;

 private:
  std::vector<std::size_t> loops_;  // iterations of those without a barrier
  int most_carried_ = 0;            // floating-point variables that a loop hands on
};

}  // namespace clgauge::model
