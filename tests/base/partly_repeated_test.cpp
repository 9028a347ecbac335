#include "base/partly_repeated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace clgauge {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(PartlyRepeated, VisitsPartsInOrder) {
  PartlyRepeated<int> sequence = {1, 2, 3, 4, 5};
  sequence.repeated = {{1, 3, 9}, {4, 5, 1}};
  EXPECT_EQ(sequence.total(), 5U + 18 + 1);
  std::vector<std::pair<std::vector<int>, std::uint64_t>> parts;
  sequence.each_part([&](std::span<const int> part, std::uint64_t times) {
    parts.emplace_back(std::vector<int>(part.begin(), part.end()), times);
  });
  EXPECT_THAT(
      parts, ElementsAre(Pair(ElementsAre(1), 1), Pair(ElementsAre(2, 3), 10),
                         Pair(ElementsAre(4), 1), Pair(ElementsAre(5), 2), Pair(ElementsAre(), 1)));
  sequence.clear();
  EXPECT_EQ(sequence.total(), 0U);
}

}  // namespace
}  // namespace clgauge
