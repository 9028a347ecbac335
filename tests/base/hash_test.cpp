#include "base/hash.h"

#include <gtest/gtest.h>

namespace clgauge {
namespace {

TEST(Hash, DependsOnWhereThePartsEnd) {
  EXPECT_NE(hash_of({"ab", "c"}), hash_of({"a", "bc"}));
  EXPECT_NE(hash_of({"ab"}), hash_of({"ab", ""}));
}

TEST(Hash, IsStableAcrossProcessesAndVersions) {
  // Stored in databases: a change of this value invalidates every cache entry in the field.
  EXPECT_EQ(hash_of({"__kernel void k() {}", "-cl-std=CL1.2"}).size(), 32U);
  EXPECT_EQ(hash_of({"a"}), hash_of({"a"}));
}

}  // namespace
}  // namespace clgauge
