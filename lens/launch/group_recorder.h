#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/launch/buffer_ends.h"
#include "lens/launch/forwarded_loads.h"
#include "lens/launch/instruction_kind.h"
#include "lens/launch/mapped_memory.h"
#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// How the accesses of a kernel's instructions are recorded. Thread-safe.
class RecordedInstructions {
 public:
  explicit RecordedInstructions(std::vector<InstructionKind> kinds);

  [[nodiscard]] std::size_t size() const { return kinds_.size(); }
  [[nodiscard]] InstructionKind kind(std::uint32_t instruction) const {
    return kinds_[instruction];
  }
  // As the caches see one.
  [[nodiscard]] Access access(const MemoryAccess& access) const {
    Access seen = accesses_[2 * std::size_t{access.instruction} + (access.is_store ? 1 : 0)];
    seen.address = access.address;
    seen.bytes = access.bytes;
    return seen;
  }

 private:
  std::vector<InstructionKind> kinds_;
  std::vector<Access> accesses_;  // by instruction: one that loads, one that stores
};

// Keeps a group's accesses as the caches see them, and counts those of special kinds. Not
// thread-safe.
class GroupRecorder : public AccessSink {
 public:
  // Numbers of accesses, of stretches of rounds that were skipped, too.
  struct Counts {
    std::uint64_t all = 0;
    double gather_lanes = 0;
    double scatter_lanes = 0;
    double stack_loads = 0;
    double suppressed_faults = 0;
    double stray_faults = 0;  // the same of MappedMemory::Stray
    double far_faults = 0;
    double updates = 0;                                         // atomic ones
    std::unordered_map<std::uint64_t, double> updates_by_line;  // those that other groups may see
    double visits = 0;  // of such a line, each of several updates with hardly anything between them

    // Adds `times` what has come since `before`.
    void repeat(const Counts& before, double times);
  };
  // What is wanted of a group but its counts.
  struct Wanted {
    bool trace = false;
    bool forwarding = false;

    bool operator==(const Wanted&) const = default;
  };

  // All of them have to outlive this. A trace is kept in the storage of that one.
  GroupRecorder(const RecordedInstructions& instructions, const MappedMemory& memory,
                BufferEnds& ends, const Wanted& wanted, AccessTrace storage = {});

  void consume(std::span<const MemoryAccess> accesses) override;
  void consume_stretches(std::span<const MemoryAccess> accesses, std::size_t length) override;
  void cover(std::uint64_t address, unsigned bytes, bool is_store) override;
  std::size_t mark_rounds() override;
  unsigned longer_stretches(std::size_t first, std::size_t last) override;
  void repeat(std::size_t first, std::size_t last, std::uint64_t times) override;
  void consume_repeated(std::span<const MemoryAccess> accesses) override;
  void restart() override;

  AccessTrace trace;
  std::optional<ForwardedLoads> forwarded;  // where it is wanted
  Counts counts;
  std::size_t given = 0;  // accesses that were not skipped

 private:
  struct Mark {
    std::size_t trace_size = 0;
    Counts counts;
  };

  void keep(std::span<const MemoryAccess> accesses);
  void see_ends(std::span<const MemoryAccess> accesses);
  void see_forwarding(std::span<const MemoryAccess> accesses);
  // Each of these counts so many times.
  void count(std::span<const MemoryAccess> accesses, std::uint64_t times);
  // `number`: of the access among all that were not skipped.
  void count_special(const MemoryAccess& access, std::size_t number, double times);

  const RecordedInstructions* instructions_;
  const MappedMemory* memory_;
  BufferEnds* ends_;
  BufferEnds ends_before_;  // as the groups before left them: a walk that is given up says nothing
  Wanted wanted_;
  std::vector<Mark> marks_;
  std::uint64_t visited_line_ = 0;
  std::size_t left_line_at_ = 0;  // the number of an access
};

}  // namespace clgauge::lens
