#include <gtest/gtest.h>

#include <cstdlib>

#include "base/generated/version.h"
#include "device/device.h"

namespace clgauge::device {
namespace {

TEST(Provenance, HoldsWhatARepetitionNeeds) {
  ::setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
  ::setenv("CLGAUGE_DEVICE_AS", "abcd", 1);
  ::setenv("UNRELATED", "secret", 1);
  const auto facts = provenance();
  EXPECT_EQ(facts.at("env:POCL_MAX_PTHREAD_COUNT"), "1");
  EXPECT_EQ(facts.at("env:CLGAUGE_DEVICE_AS"), "abcd");
  EXPECT_EQ(facts.at("clgauge"), CLGAUGE_VERSION);
  EXPECT_FALSE(facts.at("host").empty());
  EXPECT_GE(std::stoi(facts.at("processors")), 1);
  for (const auto& [name, value] : facts) {
    EXPECT_EQ(value.find("secret"), std::string::npos) << name;
  }
  ::unsetenv("POCL_MAX_PTHREAD_COUNT");
  ::unsetenv("CLGAUGE_DEVICE_AS");
}

}  // namespace
}  // namespace clgauge::device
