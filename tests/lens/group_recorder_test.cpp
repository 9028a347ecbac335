// What is recorded of a group: the same of stretches that are given together as of their accesses.
#include "lens/launch/group_recorder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace clgauge::lens {
namespace {

MemoryAccess given_access(std::uint32_t instruction, std::uint64_t address, bool is_store,
                          MemoryRegion region = MemoryRegion::buffer) {
  MemoryAccess access;
  access.instruction = instruction;
  access.address = address;
  access.bytes = 4;
  access.is_store = is_store;
  access.region = region;
  return access;
}

// Eight stretches of a load of a gather, one of the stack and a store, 64 bytes further on each.
std::vector<MemoryAccess> stretches(InstructionKind of_store) {
  std::vector<MemoryAccess> accesses;
  for (std::uint64_t k = 0; k < 8; ++k) {
    accesses.push_back(given_access(0, buffer_address(0) + 64 * k, false));
    accesses.push_back(given_access(1, 4096, false, MemoryRegion::stack));
    accesses.push_back(given_access(of_store == InstructionKind::locked ? 3 : 2,
                                    buffer_address(0) + 64 * k, true));
  }
  return accesses;
}

class Recorded {
 public:
  explicit Recorded(const std::vector<MemoryAccess>& accesses, std::size_t stretch = 0)
      : instructions_({InstructionKind::gather, InstructionKind::plain,
                       InstructionKind::non_temporal_store, InstructionKind::locked}),
        ends_(arguments()),
        recorder(instructions_, memory_, ends_, {.trace = true, .forwarding = true}) {
    if (stretch == 0) {
      recorder.consume(accesses);
    } else {
      recorder.consume_stretches(accesses, stretch);
    }
  }
  [[nodiscard]] std::vector<Overrun> overruns() const { return ends_.overruns(); }
  [[nodiscard]] std::uint64_t behind() const { return overruns().at(0).behind_bytes; }

 private:
  static std::vector<EvaluatedArgument> arguments() {
    EvaluatedArgument buffer;
    buffer.kind = EvaluatedArgument::Kind::buffer;
    buffer.address = buffer_address(0);
    buffer.size_bytes = 256;
    return {buffer};
  }

  RecordedInstructions instructions_;
  MappedMemory memory_;
  BufferEnds ends_;

 public:
  GroupRecorder recorder;
};

TEST(GroupRecorder, CountsStretchesAsTheirAccesses) {
  for (const InstructionKind of_store :
       {InstructionKind::non_temporal_store, InstructionKind::locked}) {
    const std::vector<MemoryAccess> accesses = stretches(of_store);
    const Recorded one_by_one(accesses);
    const Recorded together(accesses, 3);
    const GroupRecorder::Counts& expected = one_by_one.recorder.counts;
    const GroupRecorder::Counts& counts = together.recorder.counts;
    EXPECT_EQ(counts.all, 24U);
    EXPECT_EQ(counts.all, expected.all);
    EXPECT_EQ(counts.gather_lanes, 8);
    EXPECT_EQ(counts.gather_lanes, expected.gather_lanes);
    EXPECT_EQ(counts.stack_loads, 8);
    EXPECT_EQ(counts.stack_loads, expected.stack_loads);
    EXPECT_EQ(counts.updates, of_store == InstructionKind::locked ? 8 : 0);
    EXPECT_EQ(counts.updates_by_line, expected.updates_by_line);
    EXPECT_EQ(together.behind(), 7 * 64 + 4 - 256U);
    EXPECT_EQ(together.behind(), one_by_one.behind());
    ASSERT_EQ(together.recorder.trace.size(), accesses.size());
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const Access& kept = together.recorder.trace[i];
      EXPECT_EQ(kept.address, accesses[i].address);
      EXPECT_EQ(kept.bytes, 4U);
      EXPECT_EQ(kept.is_store, accesses[i].is_store);
      EXPECT_EQ(kept.is_gathered, accesses[i].instruction == 0);
      EXPECT_EQ(kept.is_non_temporal, accesses[i].instruction == 2);
    }
  }
}

TEST(GroupRecorder, OfRepeatedAccessesOnlyTheEndsOfBuffersAreSeen) {
  Recorded repeated({});
  repeated.recorder.consume_repeated(stretches(InstructionKind::plain));
  EXPECT_EQ(repeated.recorder.counts.all, 0U);
  EXPECT_TRUE(repeated.recorder.trace.empty());
  EXPECT_EQ(repeated.behind(), 7 * 64 + 4 - 256U);
}

TEST(GroupRecorder, AWalkThatIsGivenUpSaysNothingOfTheEndsOfBuffers) {
  Recorded recorded(stretches(InstructionKind::locked));
  ASSERT_GT(recorded.behind(), 0U);
  recorded.recorder.restart();
  EXPECT_TRUE(recorded.overruns().empty());
}

}  // namespace
}  // namespace clgauge::lens
