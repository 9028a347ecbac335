#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace clgauge::lens {

// Instructions whose accesses a prefetcher follows, for each comes as far after the one before it
// as that came after its own: whatever the stride, in both directions and across pages. On a Zen 4
// (an access to a line from memory among 500 micro-operations) the first two accesses of a run wait
// for memory, 200 ns each, and from the third on none does, at strides of 320 bytes to 64 KiB; with
// 48 instructions by turns each line takes 9 ns, with 64 of them 48. One instruction that goes over
// two streams by turns is not followed. Two or four accesses to each line do not disturb a stride
// from line to line, eight do. Gathers are not followed. Only the lines that accesses begin in are
// fetched ahead: where loads of 64 bytes go on into the line behind, that one is waited for every
// time (at strides of 320, 1088, 6208, 65600 bytes 94, 209, 360, 314 ns a load among 250
// micro-operations, 2, 5, 18, 36 where they do not). Not thread-safe.
class FollowedStrides {
 public:
  // The next access of this instruction, which begins in `line`: whether it goes on by the stride.
  bool goes_on(std::uint32_t instruction, std::uint64_t address, std::uint64_t line) {
    if (instruction >= known_.size()) {
      known_.resize(instruction + std::size_t{1});
    }
    Known& known = known_[instruction];
    const bool is_next = known.accesses.step_to(address);
    if (line == known.line) {
      ++known.in_line;
      return known.goes_on;
    }
    const bool is_next_line = known.lines.step_to(address) && known.in_line <= kMostInLine;
    known.line = line;
    known.in_line = 1;
    known.lines_so_far = is_next || is_next_line ? known.lines_so_far + 1 : 0;
    known.goes_on = known.lines_so_far >= kLinesToGetAhead;
    return known.goes_on;
  }

  // An instruction that misses, of which an access was seen: whether it was one of those that the
  // prefetcher keeps track of. It is now; for it the one that came first is forgotten.
  bool keeps(std::uint32_t instruction) {
    if (known_[instruction].is_kept) {
      return true;
    }
    std::uint32_t& place = kept_[next_];
    known_[place].is_kept = false;
    place = instruction;
    known_[instruction].is_kept = true;
    next_ = (next_ + 1) % kInstructions;
    return false;
  }

 private:
  static constexpr std::size_t kInstructions = 48;
  static constexpr std::uint32_t kMostInLine = 4;
  static constexpr std::uint32_t kLinesToGetAhead = 7;

  struct Steps {
    std::uint64_t address = 0;
    std::uint64_t stride = 0;

    // Whether this step is as long as the one before it.
    bool step_to(std::uint64_t next) {
      const std::uint64_t before = stride;
      stride = next - address;
      address = next;
      return stride == before;
    }
  };
  struct Known {
    Steps accesses;
    Steps lines;  // from the first access in a line to the first one in the next
    std::uint64_t line = std::numeric_limits<std::uint64_t>::max();
    std::uint32_t in_line = 0;
    std::uint32_t lines_so_far = 0;
    bool goes_on = false;
    bool is_kept = false;
  };

  std::vector<Known> known_;  // by instruction
  std::array<std::uint32_t, kInstructions> kept_{};
  std::size_t next_ = 0;
};

}  // namespace clgauge::lens
