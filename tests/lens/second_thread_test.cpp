#include "lens/traffic/second_thread.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace clgauge::lens {
namespace {

TEST(SecondThread, DoesOneTaskAfterTheOtherOnOneThread) {
  std::vector<int> done;
  std::vector<std::thread::id> by;
  {
    SecondThread second;
    second.wait();  // for nothing
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(second.start([&, i] {
        done.push_back(i);
        by.push_back(std::this_thread::get_id());
      }));
    }
    second.wait();
    ASSERT_EQ(done.size(), 100U);
    ASSERT_TRUE(second.start([&] { done.push_back(100); }));
  }
  EXPECT_EQ(done.size(), 101U) << "whoever goes waits for it";
  for (std::size_t i = 0; i < by.size(); ++i) {
    EXPECT_EQ(done[i], static_cast<int>(i));
    EXPECT_EQ(by[i], by.front());
  }
  EXPECT_NE(by.front(), std::this_thread::get_id());
}

}  // namespace
}  // namespace clgauge::lens
