#include "service/engine/tiny_numbers.h"

#include <gtest/gtest.h>

namespace clgauge::service {
namespace {

TEST(TinyNumbers, AreNamedByLimitsAndLiterals) {
  EXPECT_TRUE(names_tiny_numbers("c = fmax(c, FLT_MIN);"));
  EXPECT_TRUE(names_tiny_numbers("c = fmax(c, 1.0e-50);"));
  EXPECT_TRUE(names_tiny_numbers("x / (y + 1E-20f)"));
  EXPECT_TRUE(names_tiny_numbers("x + 1.e-30f"));
  EXPECT_TRUE(names_tiny_numbers("x * 0x1.8p-126f"));
}

TEST(TinyNumbers, AreNoSmallOnes) {
  EXPECT_FALSE(names_tiny_numbers(""));
  EXPECT_FALSE(names_tiny_numbers("-"));
  EXPECT_FALSE(names_tiny_numbers("x * 1e-10f + 1.5e-7f - 0x1p-24f"));
  EXPECT_FALSE(names_tiny_numbers("size-20; re-100; step-200; 1e"));
  EXPECT_FALSE(names_tiny_numbers("1e-"));
}

}  // namespace
}  // namespace clgauge::service
