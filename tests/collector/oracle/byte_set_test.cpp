#include "collector/oracle/byte_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace clgauge::collector {
namespace {

TEST(ByteSet, CountsUnitsThatWereTouched) {
  ByteSet set;
  EXPECT_EQ(set.count_units(4), 0);
  EXPECT_EQ(set.end(), 0);
  set.insert(0, 4);
  set.insert(2, 4);
  EXPECT_EQ(set.count_units(1), 6);
  EXPECT_EQ(set.count_units(4), 2);
  EXPECT_EQ(set.end(), 6);
}

TEST(ByteSet, AgreesWithAStdSet) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    ByteSet set;
    std::set<std::int64_t> bytes;
    for (int i = 0; i < 200; ++i) {
      const std::int64_t offset = static_cast<std::int64_t>(random() % 40000) - 9000;
      const auto count = static_cast<std::int64_t>(1 + random() % 200);
      set.insert(offset, count);
      for (std::int64_t b = 0; b < count; ++b) bytes.insert(offset + b);
    }
    for (const std::int64_t unit : {1, 2, 4, 12, 16, 24, 128, 4096, 10000}) {
      std::set<std::int64_t> units;
      for (const std::int64_t byte : bytes) {
        units.insert(byte >= 0 ? byte / unit : -((-byte + unit - 1) / unit));
      }
      EXPECT_EQ(set.count_units(unit), static_cast<std::int64_t>(units.size())) << unit;
    }
    EXPECT_EQ(set.begin(), *bytes.begin());
    EXPECT_EQ(set.end(), *bytes.rbegin() + 1);
  }
}

}  // namespace
}  // namespace clgauge::collector
