#include "lens/throughput/errata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// The first line that fits an opcode mends it: behind one that is broader, a line says nothing.
TEST(Errata, EveryLineMendsAnInstruction) {
  const McTarget target("znver3");
  std::vector<std::string_view> opcodes;
  for (unsigned opcode = 0; opcode < target.instructions->getNumOpcodes(); ++opcode) {
    const auto name = target.instructions->getName(opcode);
    opcodes.emplace_back(name.data(), name.size());
  }
  EXPECT_THAT(unused_errata(opcodes), ::testing::IsEmpty());
  EXPECT_THAT(unused_errata({}), ::testing::Contains("znver4 KORTEST"));
}

}  // namespace
}  // namespace clgauge::lens
