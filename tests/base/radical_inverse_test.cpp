#include "base/radical_inverse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace clgauge {
namespace {

TEST(RadicalInverse, ReversesTheDigits) {
  EXPECT_EQ(radical_inverse(0, 2), 0);
  EXPECT_EQ(radical_inverse(1, 2), 0.5);
  EXPECT_EQ(radical_inverse(6, 2), 0.375);  // 110 becomes 0.011
  EXPECT_NEAR(radical_inverse(5, 3), 7.0 / 9, 1e-15);
}

TEST(RadicalInverse, PutsOneIntoEachPart) {
  for (const std::uint64_t base : {2U, 3U, 5U}) {
    const std::uint64_t parts = base * base * base;
    std::set<std::uint64_t> met;
    for (std::uint64_t n = 0; n < parts; ++n) {
      met.insert(static_cast<std::uint64_t>(
          std::floor(radical_inverse(n, base) * static_cast<double>(parts) + 1e-9)));
    }
    EXPECT_EQ(met.size(), parts);
    EXPECT_LT(*met.rbegin(), parts);
  }
}

}  // namespace
}  // namespace clgauge
