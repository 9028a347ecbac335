#include <gtest/gtest.h>

#include "features/matmul.h"
#include "terms/term_features.h"

namespace clgauge::model {
namespace {

TEST(StartTerm, OneGroupOrOneUnitWakesNobody) {
  DeviceTraits traits = sub_groups_of(kLanes);
  EXPECT_EQ(feature(naive_matmul(), "f_forks", 3, traits), 0);
  traits.compute_units = 2;
  EXPECT_EQ(feature(naive_matmul(), "f_forks", 3, traits), 1);
  EXPECT_EQ(feature(naive_matmul(), "f_forks", 1, traits), 0);
}

}  // namespace
}  // namespace clgauge::model
