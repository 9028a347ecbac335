#pragma once

#include <gmock/gmock.h>

#include <array>
#include <string>
#include <vector>

#include "assembled.h"
#include "lens/throughput/sequence_cost.h"

// Loops written in assembly, and what their rounds cost.
namespace clgauge::lens {

// A loop with this body, and its costs. Block 0 is the entry, 1 the loop.
inline SequenceCosts loop_of(const std::string& body,
                             const std::vector<std::string>& cpus = {"znver3"}) {
  return {decode(assemble(loop_text(body + " subq $1, %rcx\n")), "f", cpus.front()), cpus};
}

inline std::string repeated(const std::string& line, int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i) {
    std::string one = line;
    for (auto at = one.find('#'); at != std::string::npos; at = one.find('#')) {
      one.replace(at, 1, std::to_string(i));
    }
    text += " " + one + "\n";
  }
  return text;
}

inline SequenceCost cost_of(const std::string& body, const std::string& cpu = "znver3") {
  SequenceCosts costs = loop_of(body, {cpu});
  const SequenceCost cost = costs.of(std::array{1U}, true);
  EXPECT_THAT(costs.unknown(), ::testing::IsEmpty());
  return cost;
}

inline constexpr double kTolerance = 0.15;  // cycles

}  // namespace clgauge::lens
