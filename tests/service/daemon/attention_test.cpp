#include "service/daemon/attention.h"

#include <gtest/gtest.h>

namespace clgauge::service {
namespace {

using std::chrono::microseconds;

class AttentionTest : public ::testing::Test {
 protected:
  // A request comes so long after the daemon had nothing left to do.
  void request_after(microseconds gap) {
    attention_.waits(now_);
    now_ += gap;
    attention_.hears(now_);
  }
  [[nodiscard]] bool is_awake_after(microseconds pause) {
    attention_.waits(now_);
    return attention_.stays_awake(now_ + pause);
  }

  Attention attention_;
  Attention::TimePoint now_{std::chrono::hours(1)};
};

TEST_F(AttentionTest, SleepsUntilSomebodyHasAskedTwiceInARow) {
  EXPECT_FALSE(is_awake_after(microseconds(0)));
  request_after(std::chrono::seconds(5));
  EXPECT_FALSE(is_awake_after(microseconds(1)));
  request_after(microseconds(80));
  EXPECT_TRUE(is_awake_after(microseconds(1)));
}

TEST_F(AttentionTest, StaysAwakeForAMomentOnly) {
  request_after(microseconds(80));
  EXPECT_TRUE(is_awake_after(Attention::kPatience - microseconds(1)));
  EXPECT_FALSE(is_awake_after(Attention::kPatience));
}

TEST_F(AttentionTest, OneWhoPausesFindsItAsleepTheNextTime) {
  request_after(microseconds(80));
  request_after(std::chrono::milliseconds(1));
  EXPECT_FALSE(is_awake_after(microseconds(1)));
}

TEST_F(AttentionTest, RequestsThatCameTogetherCountAsOne) {
  request_after(microseconds(80));
  attention_.hears(now_ + std::chrono::milliseconds(3));  // answered late, but it was there
  EXPECT_TRUE(is_awake_after(microseconds(1)));
}

}  // namespace
}  // namespace clgauge::service
