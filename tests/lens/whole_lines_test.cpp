#include "lens/launch/whole_lines.h"

#include <gtest/gtest.h>

#include "accesses.h"

namespace clgauge::lens {
namespace {

// Two stretches of 128 accesses, the second one so much further on; `fixed` of them stay.
AccessTrace stretches(std::uint64_t step, std::uint64_t fixed = 0) {
  AccessTrace trace;
  for (const std::uint64_t round : {0U, 1U}) {
    for (std::uint64_t i = 0; i < 128; ++i) {
      trace.push_back(load(4096 * i + (i < fixed ? 0 : round * step)));
    }
  }
  return trace;
}

TEST(WholeLines, StretchesStandTogetherUntilTheyMoveByThem) {
  const auto needed = [](std::uint64_t step, std::uint64_t fixed = 0) {
    return stretches_to_whole_lines(stretches(step, fixed), 128, 256);
  };
  EXPECT_EQ(needed(0), 1U);
  EXPECT_EQ(needed(4096), 1U);
  EXPECT_EQ(needed(4), 16U);
  EXPECT_EQ(needed(16), 4U);
  EXPECT_EQ(needed(1), 64U);
  EXPECT_EQ(needed(std::uint64_t{0} - 32), 2U) << "backwards";
  EXPECT_EQ(needed(4, 126), 1U) << "hardly any moves";
}

TEST(WholeLines, OthersAreNotAlike) {
  AccessTrace trace = stretches(64);
  trace.back().instruction = 1;
  EXPECT_EQ(stretches_to_whole_lines(trace, 128, 256), 0U);
  EXPECT_EQ(stretches_to_whole_lines(stretches(64), 127, 256), 0U) << "none before it";
  EXPECT_EQ(stretches_to_whole_lines({}, 0, 0), 1U);
}

}  // namespace
}  // namespace clgauge::lens
