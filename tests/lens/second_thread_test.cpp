#include "lens/traffic/second_thread.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "lens/traffic/beside.h"

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

TEST(Beside, IsDoneByTheSecondThreadOrAtTheEnd) {
  SecondThread second;
  for (SecondThread* const by : {&second, static_cast<SecondThread*>(nullptr)}) {
    std::thread::id done_by;
    int done = 0;
    Beside beside(by, [&] {
      done_by = std::this_thread::get_id();
      ++done;
    });
    beside.finish();
    EXPECT_EQ(done, 1);
    EXPECT_EQ(done_by == std::this_thread::get_id(), by == nullptr);
  }
}

TEST(Beside, ThrowsWhatTheTaskThrewAndOnlyIfAsked) {
  SecondThread second;
  for (SecondThread* const by : {&second, static_cast<SecondThread*>(nullptr)}) {
    const auto fails = [] { throw std::runtime_error("it failed"); };
    Beside beside(by, fails);
    EXPECT_THROW(beside.finish(), std::runtime_error);
    const Beside unasked(by, fails);
  }
}

}  // namespace
}  // namespace clgauge::lens
