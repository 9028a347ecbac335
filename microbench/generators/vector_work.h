#pragma once

#include <cstdint>
#include <string>

#include "microbench/generators/draft.h"

namespace clgauge::microbench {

// Arithmetic of a work-item that no load waits for and that waits for none: eight chains of vectors
// of eight, `ops` operations of each a round. Arguments `share` and `rest` lead every lane to 1/2.
struct VectorWork {
  std::string begin;  // before the loop; uses `s`, which it leaves
  std::string round;  // in the loop
  std::string value;  // after it: one vector
  std::string lanes;  // the sum of the lanes of `u`, to be added

  // What the lanes add up to.
  static constexpr double kSum = 0.5 * 8 * 8;
};
[[nodiscard]] VectorWork vector_work(const std::string& dtype, std::int64_t ops);

// Declares the arguments and counts the operations, of `rounds` rounds by each of `items`.
void count_vector_work(Draft& draft, const std::string& dtype, std::int64_t ops, std::int64_t items,
                       std::int64_t rounds);

}  // namespace clgauge::microbench
