#include "lens/throughput/fetched_lines.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "lens/code/mc.h"
#include "lens/code/zen.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kLineBytes = 64;
constexpr unsigned kOperationsAtOnce = 9;
// Of a Zen 5.
constexpr unsigned kOperationsOfShortRun = 12;

// What is fetched in a row, one taken jump after another.
class Runs {
 public:
  Runs(unsigned width, std::string_view cpu) : width_(width), is_zen5_(cpu == kZen5) {}

  void add(Fetch fetch, unsigned operations) {
    if (fetch >= Fetch::along) {
      end();
      may_go_along_ = fetch == Fetch::along;
    }
    begins_line_.push_back(fetch != Fetch::with_before);
    lines_ += begins_line_.back() ? 1 : 0;
    operations_.push_back(operations);
    all_ += operations;
  }

  std::vector<bool> take() {
    end();
    return std::move(apart_);
  }

 private:
  void end() {
    if (is_zen5_) {
      end_on_zen5();
    } else {
      end_on_zen4();
    }
    begins_line_.clear();
    operations_.clear();
    lines_ = 0;
    all_ = 0;
  }

  // As many as are dispatched in a cycle, and a cycle more where they are no short run. A short run
  // may come with another one, and comes with what is left of a long one's cycles.
  void end_on_zen5() {
    const bool is_short = all_ <= kOperationsOfShortRun;
    const unsigned cycles = is_short ? 1 : (all_ + width_ - 1) / width_ + 1;
    const bool goes_along = is_short && (all_ <= left_of_long_ ||
                                         (may_go_along_ && alone_ > 0 && alone_ + all_ <= width_));
    alone_ = is_short && !goes_along ? all_ : 0;
    left_of_long_ = is_short ? 0 : cycles * width_ - all_;
    const bool holds_up = all_ > 0 && !goes_along && (!is_short || all_ <= width_);
    unsigned before = 0;   // operations
    unsigned fetched = 0;  // cycles that have begun
    for (const unsigned operations : operations_) {
      const bool is_apart = holds_up && fetched < cycles && before * cycles >= fetched * all_;
      fetched += is_apart ? 1 : 0;
      apart_.push_back(is_apart);
      before += operations;
    }
  }

  // By lines, or by as many operations as come at once, whichever takes longer; not at all where
  // they come as fast as they are dispatched.
  void end_on_zen4() {
    const unsigned full = (all_ + kOperationsAtOnce - 1) / kOperationsAtOnce;
    const bool holds_up = std::max(lines_, full) * width_ > all_;
    unsigned at_once = kOperationsAtOnce;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const bool is_apart =
          lines_ >= full ? begins_line_[i] : at_once + operations_[i] > kOperationsAtOnce;
      at_once = is_apart ? operations_[i] : at_once + operations_[i];
      apart_.push_back(holds_up && is_apart);
    }
  }

  unsigned width_;
  bool is_zen5_;
  std::vector<bool> apart_;
  // Of the run.
  std::vector<bool> begins_line_;
  std::vector<unsigned> operations_;
  unsigned lines_ = 0;
  unsigned all_ = 0;
  bool may_go_along_ = false;
  // Of the run before: operations of a short one that nothing came along with, and those for which
  // there is room with a long one.
  unsigned alone_ = 0;
  unsigned left_of_long_ = 0;
};

// Whether no other jump follows this one in its line of code.
bool is_last_of_line(const MachineCode& code, std::uint32_t jump) {
  const auto line_of = [&](std::uint32_t one) {
    return code.instructions[one].address / kLineBytes;
  };
  for (std::uint32_t next = jump + 1;
       next < code.instructions.size() && line_of(next) == line_of(jump); ++next) {
    if (code.mc->description(next).isBranch()) {
      return false;
    }
  }
  return true;
}

// Where to begin with a round, which goes on with its first instruction: with a long run, which
// others may come with, or any other one behind a jump that is taken.
std::size_t first_run(const std::vector<Fetch>& fetches, const std::vector<unsigned>& operations) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < fetches.size(); ++i) {
    if (fetches[i] >= Fetch::along) {
      begins.push_back(i);
    }
  }
  for (std::size_t run = 0; run < begins.size(); ++run) {
    const std::size_t end =
        run + 1 < begins.size() ? begins[run + 1] : begins.front() + fetches.size();
    unsigned all = 0;
    for (std::size_t i = begins[run]; i < end; ++i) {
      all += operations[i % operations.size()];
    }
    if (all > kOperationsOfShortRun) {
      return begins[run];
    }
  }
  return begins.empty() ? 0 : begins.front();
}

}  // namespace

std::vector<Fetch> fetches_of(std::span<const std::uint32_t> places, const MachineCode& code,
                              std::string_view cpu) {
  if (!is_zen4_or_later(cpu)) {
    return {};
  }
  // Rounds go on with their first instruction behind their last one.
  std::vector<Fetch> fetches;
  std::uint32_t before = places.empty() ? 0 : places.back();
  std::uint64_t next =
      before < code.instructions.size()
          ? code.instructions[before].address + code.instructions[before].size_bytes
          : 0;  // address behind the instruction before
  for (const std::uint32_t place : places) {
    const std::uint32_t jump = std::exchange(before, place);
    if (place >= code.instructions.size()) {  // of a body that was inlined
      fetches.push_back(Fetch::with_before);
      next = 0;
      continue;
    }
    const MachineInstruction& one = code.instructions[place];
    const std::uint64_t last = one.address + one.size_bytes - 1;
    // One that lies in two lines comes with the second.
    const bool is_in_next = last / kLineBytes != (next - 1) / kLineBytes;
    const bool is_along = one.address != next && cpu == kZen5 && jump < code.instructions.size() &&
                          is_last_of_line(code, jump);
    fetches.push_back(is_along              ? Fetch::along
                      : one.address != next ? Fetch::elsewhere
                      : is_in_next          ? Fetch::next_line
                                            : Fetch::with_before);
    next = last + 1;
  }
  return fetches;
}

std::vector<bool> fetched_apart(const Lowered& instructions, const std::vector<Fetch>& fetches,
                                unsigned width, std::string_view cpu) {
  if (fetches.empty()) {
    return {};
  }
  std::vector<Fetch> known;
  std::vector<unsigned> operations;
  Fetch fetch = Fetch::with_before;  // of the next one that is known
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    fetch = std::max(fetch, fetches[i]);
    if (instructions[i] != nullptr) {
      known.push_back(std::exchange(fetch, Fetch::with_before));
      operations.push_back(instructions[i]->getDesc().NumMicroOps > 0 ? 1 : 0);
    }
  }
  const std::size_t start = first_run(known, operations);
  Runs runs(width, cpu);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::size_t place = (start + i) % known.size();
    runs.add(i == 0 ? Fetch::elsewhere : known[place], operations[place]);
  }
  std::vector<bool> apart = runs.take();
  std::rotate(apart.begin(), apart.end() - static_cast<std::ptrdiff_t>(start), apart.end());
  return apart;
}

}  // namespace clgauge::lens
