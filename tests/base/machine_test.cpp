#include "base/machine.h"

#include <gtest/gtest.h>

namespace clgauge {
namespace {

TEST(Machine, ProcessorFieldsAreThoseOfTheSystem) {
  EXPECT_FALSE(processor_field("model name").empty());
  EXPECT_NE(processor_field("model"), processor_field("model name"));
  EXPECT_EQ(processor_field("no such field"), "");
}

TEST(Machine, IsKnownByName) {
  const auto facts = machine_facts();
  EXPECT_EQ(facts.at("cpu"), processor_field("model name"));
  EXPECT_FALSE(facts.at("host").empty());
  EXPECT_FALSE(facts.at("kernel").empty());
  EXPECT_GE(std::stoi(facts.at("processors")), 1);
}

}  // namespace
}  // namespace clgauge
