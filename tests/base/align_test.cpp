#include "base/align.h"

#include <gtest/gtest.h>

namespace clgauge {
namespace {

TEST(AlignUp, GoesToTheNextMultiple) {
  EXPECT_EQ(align_up(0, 64), 0U);
  EXPECT_EQ(align_up(1, 64), 64U);
  EXPECT_EQ(align_up(64, 64), 64U);
  EXPECT_EQ(align_up(13, 12), 24U);  // no power of two
}

}  // namespace
}  // namespace clgauge
