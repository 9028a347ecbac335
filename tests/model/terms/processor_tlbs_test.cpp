#include "model/terms/processor_tlbs.h"

#include <gtest/gtest.h>

namespace clgauge::model {
namespace {

TEST(ProcessorTlbs, AreReadAsAmdWritesThem) {
  const auto zen4 = tlbs_of_amd(0xff48ff40, 0x6c004200);
  ASSERT_TRUE(zen4);
  EXPECT_EQ(zen4->first, 72);
  EXPECT_EQ(zen4->second, 3072);
  const auto zen5 = tlbs_of_amd(0xff60ff40, 0x60804040);
  ASSERT_TRUE(zen5);
  EXPECT_EQ(zen5->first, 96);
  EXPECT_EQ(zen5->second, 4096);
  EXPECT_FALSE(tlbs_of_amd(0, 0));  // Intel's processors, whose leaf 18h counts
  EXPECT_FALSE(tlbs_of_amd(0xff48ff40, 0));
}

// A hypervisor hides leaf 18h of the processors of which Intel's manual tells.
TEST(ProcessorTlbs, OfIntelsCoresAreThoseOfTheirManual) {
  const auto emerald_rapids = tlbs_of_intel_model(6, 207);
  ASSERT_TRUE(emerald_rapids);
  EXPECT_EQ(emerald_rapids->first, 96);
  EXPECT_EQ(emerald_rapids->second, 2048);
  EXPECT_EQ(tlbs_of_intel_model(6, 85)->second, 1536);
  EXPECT_EQ(tlbs_of_intel_model(6, 106)->second, 2048);
  EXPECT_EQ(tlbs_of_intel_model(6, 167)->first, 64);
  EXPECT_EQ(tlbs_of_intel_model(6, 167, true)->first, 96);  // a Granite Rapids whose host hides it
  EXPECT_FALSE(tlbs_of_intel_model(6, 0));
  EXPECT_FALSE(tlbs_of_intel_model(6, 1));
  EXPECT_FALSE(tlbs_of_intel_model(15, 207));
}

TEST(ProcessorTlbs, OfThisProcessorAreSensibleOrUnknown) {
  if (const auto pages = processor_tlbs()) {
    EXPECT_GE(pages->first, 16);
    EXPECT_GT(pages->second, pages->first);
    EXPECT_LE(pages->second, 65536);
  }
}

}  // namespace
}  // namespace clgauge::model
