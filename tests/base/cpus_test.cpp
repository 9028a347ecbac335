#include "base/cpus.h"

#include <gtest/gtest.h>

#include <thread>

namespace clgauge {
namespace {

TEST(Cpus, AThreadThatIsBoundHasOne) {
  const std::vector<std::size_t> all = usable_cpus();
  ASSERT_FALSE(all.empty());
  std::thread([&all] {
    ASSERT_TRUE(bind_thread(0, all.back()));
    EXPECT_EQ(usable_cpus(), std::vector<std::size_t>{all.back()});
    EXPECT_FALSE(bind_thread(0, 1023)) << "no machine here has so many";
  }).join();
  EXPECT_EQ(usable_cpus(), all);
}

}  // namespace
}  // namespace clgauge
