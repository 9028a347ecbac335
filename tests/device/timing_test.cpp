#include "device/timing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clgauge::device {
namespace {

TEST(EventTimes, ArePassedOnWhenTheHostClockAgrees) {
  const auto seconds = plausible_event_seconds(1'000, 501'000, 0.0006, 1);
  ASSERT_TRUE(seconds);
  EXPECT_LE(std::fabs(*seconds - 0.0005), 1e-15);
}

TEST(EventTimes, ZeroEqualAndReversedAreNonsense) {
  EXPECT_FALSE(plausible_event_seconds(0, 0, 1, 1));
  EXPECT_FALSE(plausible_event_seconds(7, 7, 1, 1));
  EXPECT_FALSE(plausible_event_seconds(8, 7, 1, 1));
  EXPECT_FALSE(plausible_event_seconds(std::numeric_limits<std::uint64_t>::max(), 0, 1, 1));
}

TEST(EventTimes, LongerThanTheHostSawIsNonsense) {
  EXPECT_FALSE(plausible_event_seconds(0, 1'100'000'000, 1.0, 1));
  EXPECT_FALSE(plausible_event_seconds(0, std::numeric_limits<std::uint64_t>::max(), 1.0, 1));
  EXPECT_FALSE(plausible_event_seconds(0, 1'000, std::numeric_limits<double>::quiet_NaN(), 1));
}

TEST(EventTimes, ClocksMayDisagreeByTwoPercentAndTheResolution) {
  EXPECT_TRUE(plausible_event_seconds(0, 1'019'000'000, 1.0, 1));
  EXPECT_TRUE(plausible_event_seconds(0, 1'900, 0.000001, 1)) << "one microsecond of slack";
  EXPECT_FALSE(plausible_event_seconds(0, 10'000, 0.000001, 1));
  EXPECT_TRUE(plausible_event_seconds(0, 10'000, 0.000001, 5'000)) << "a coarse timer's two ticks";
}

}  // namespace
}  // namespace clgauge::device
