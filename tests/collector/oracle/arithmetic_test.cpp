#include "collector/oracle/arithmetic.h"

#include <gtest/gtest.h>

#include <limits>

namespace clgauge::collector::oracle {
namespace {

TEST(Arithmetic, WrapsToTheWidth) {
  EXPECT_EQ(compute(Code::add, 32, std::numeric_limits<std::int32_t>::max(), 1),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(compute(Code::mul, 8, 16, 16), 0);
  EXPECT_EQ(compute(Code::sub, 64, std::numeric_limits<std::int64_t>::min(), 1),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(compute(Code::abs, 32, std::numeric_limits<std::int32_t>::min(), 0),
            std::numeric_limits<std::int32_t>::min());
}

TEST(Arithmetic, SignedAndUnsignedDiffer) {
  EXPECT_EQ(compute(Code::sdiv, 32, -7, 2), -3);  // truncates
  EXPECT_EQ(compute(Code::srem, 32, -7, 2), -1);
  EXPECT_EQ(compute(Code::udiv, 32, -7, 2), 2147483644);
  EXPECT_EQ(compute(Code::compare_slt, 32, -1, 0), -1);
  EXPECT_EQ(compute(Code::compare_ult, 32, -1, 0), 0);
  EXPECT_EQ(compute(Code::umin, 32, -1, 5), 5);
  EXPECT_EQ(compute(Code::smin, 32, -1, 5), -1);
  EXPECT_EQ(compute(Code::lshr, 32, -1, 28), 15);
  EXPECT_EQ(compute(Code::ashr, 32, -16, 2), -4);
  EXPECT_EQ(compute(Code::zero_extend, 8, -1, 0), 255);
  EXPECT_EQ(compute(Code::sign_extend, 8, 255, 0), -1);
}

TEST(Arithmetic, UndefinedResultsAreNothing) {
  EXPECT_FALSE(compute(Code::udiv, 32, 1, 0));
  EXPECT_FALSE(compute(Code::srem, 64, 1, 0));
  EXPECT_FALSE(compute(Code::shl, 32, 1, 32));
  EXPECT_FALSE(compute(Code::sdiv, 64, std::numeric_limits<std::int64_t>::min(), -1));
}

}  // namespace
}  // namespace clgauge::collector::oracle
