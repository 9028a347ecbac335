#include "lens/traffic/second_thread.h"

#include <gtest/gtest.h>

#include <latch>
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
    std::latch begun(1);
    Beside beside(by, [&] {
      begun.count_down();
      done_by = std::this_thread::get_id();
      ++done;
    });
    if (by != nullptr) {
      begun.wait();
    }
    beside.finish();
    EXPECT_EQ(done, 1);
    EXPECT_EQ(done_by == std::this_thread::get_id(), by == nullptr);
  }
}

TEST(Beside, IsDoneAtTheEndWhereTheSecondThreadHasNotComeToIt) {
  SecondThread second;
  std::latch goes_on(1);
  ASSERT_TRUE(second.start([&] { goes_on.wait(); }));
  int done = 0;
  std::thread::id done_by;
  {
    Beside beside(&second, [&] {
      done_by = std::this_thread::get_id();
      ++done;
    });
    const Beside unasked(&second, [&] { ++done; });
    beside.finish();
  }
  EXPECT_EQ(done_by, std::this_thread::get_id());
  goes_on.count_down();
  second.wait();
  EXPECT_EQ(done, 1);
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
