#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/partly_repeated.h"
#include "lens/evaluate/kept_calls.h"

namespace clgauge::lens {

inline constexpr std::string_view kOfFewBytes = " of few bytes";

// What a piece of memory is to the kernel.
enum class MemoryRegion : std::uint8_t {
  buffer,     // a buffer argument: global or constant memory
  local,      // local memory that the runtime hands in (PoCL); Intel's lies on the stack
  stack,      // spills, private arrays, context arrays of barrier loops
  arguments,  // argument block, group ids, sizes: what the runtime prepares per launch
  image,      // constants and tables of the object
};

// One access of one machine instruction. A gather or scatter makes one per active lane, a masked
// load or store one per run of adjacent active lanes, a broadcast, an expansion or a compression
// one if any lane is active. An AVX-512 load of the object's own constants makes one whatever its
// mask says, one of the stack where data decides what it says; memset and memcpy make those of the
// bytes they move, other calls into the runtime none.
struct MemoryAccess {
  std::uint64_t address = 0;      // of the evaluator's memory; arguments chose their own
  std::uint32_t instruction = 0;  // index into MachineCode::instructions
  std::uint16_t bytes = 0;
  MemoryRegion region = MemoryRegion::buffer;
  bool is_store = false;  // an instruction that reads and writes makes two accesses

  bool operator==(const MemoryAccess&) const = default;
};

// Takes accesses in program order. Called with batches, so that a call per access costs nothing.
class AccessSink {
 public:
  virtual ~AccessSink() = default;
  virtual void consume(std::span<const MemoryAccess> accesses) = 0;
  // The same of several stretches of so many accesses, each of which makes those of the one before
  // it, further on by the same steps.
  virtual void consume_stretches(std::span<const MemoryAccess> accesses, std::size_t /*length*/) {
    consume(accesses);
  }
  // A load or store under a mask, before its accesses: what it would touch if all lanes were
  // active. Processors hold up loads of what such a store covers whatever the mask says, and take
  // long over pages that are not there.
  virtual void cover(std::uint64_t /*address*/, unsigned /*bytes*/, bool /*is_store*/) {}

  // Of an evaluation that skips rounds alike (EvaluationLimits): a stretch of rounds may begin or
  // end here. Returns what the next two call this place.
  virtual std::size_t mark_rounds() { return 0; }
  // Before repeat(): how many times as long stretches should be to stand for others. 1 if the one
  // between these marks will do, 0 if it is not like the one before it.
  [[nodiscard]] virtual unsigned longer_stretches(std::size_t /*first*/, std::size_t /*last*/) {
    return 1;
  }
  // The stretch between these marks stands for so many more, which would come next: the same
  // accesses further on in memory.
  virtual void repeat(std::size_t /*first*/, std::size_t /*last*/, std::uint64_t /*times*/) {}
  // The accesses of the last one of those, which is walked to see that it is like the others.
  virtual void consume_repeated(std::span<const MemoryAccess> /*accesses*/) {}
  // What was skipped was not alike: the group is walked anew, all so far is void.
  virtual void restart() {}
};

// Which way a jump went that has several: a conditional one, taken or not, or one through a table.
// Of instructions and successors that have room in it.
class BranchOutcome {
 public:
  static constexpr std::uint32_t kMostInstructions = 1U << 24U;
  static constexpr std::uint32_t kMostSuccessors = 1U << 7U;

  constexpr BranchOutcome() = default;
  constexpr BranchOutcome(std::uint32_t instruction, bool is_taken)
      : bits_(2 * instruction + (is_taken ? 1 : 0)) {}
  // `successor`: of the block that ends with the jump.
  static constexpr BranchOutcome through_table(std::uint32_t instruction, std::uint32_t successor) {
    return BranchOutcome(kThroughTable | successor * kMostInstructions | instruction);
  }

  [[nodiscard]] constexpr bool is_through_table() const { return (bits_ & kThroughTable) != 0; }
  [[nodiscard]] constexpr std::uint32_t instruction() const {
    return is_through_table() ? bits_ % kMostInstructions : bits_ / 2;
  }
  [[nodiscard]] constexpr bool is_taken() const { return bits_ % 2 != 0; }
  [[nodiscard]] constexpr std::uint32_t successor() const {
    return (bits_ & ~kThroughTable) / kMostInstructions;
  }
  friend constexpr bool operator==(const BranchOutcome&, const BranchOutcome&) = default;

 private:
  static constexpr std::uint32_t kThroughTable = 1U << 31U;

  explicit constexpr BranchOutcome(std::uint32_t bits) : bits_(bits) {}

  // Twice a conditional jump's instruction, and one more where it was taken.
  std::uint32_t bits_ = 0;
};

// In their order.
using BranchTrace = PartlyRepeated<BranchOutcome>;

inline auto branch_at(const BranchTrace& branches, std::size_t place) {
  return branches.begin() + static_cast<std::ptrdiff_t>(place);
}

// What denormal numbers cost, by instruction, as far as values are known (families/assists.h).
struct DenormalCounts {
  std::map<std::uint32_t, double> assists;  // in assists of a product
  std::map<std::uint32_t, double> stalls;

  void clear() {
    assists.clear();
    stalls.clear();
  }
};

// What one work-group did, exactly. Vectors are indexed as MachineCode numbers blocks and edges.
struct GroupTrace {
  std::vector<std::uint64_t> block_counts;
  std::vector<std::uint64_t> edge_counts;
  std::uint64_t instructions = 0;
  std::uint64_t accesses = 0;
  std::uint64_t foreseen = 0;  // of the instructions, those that were counted without being run
  BranchTrace branches;
  DenormalCounts denormals;
  MathematicsCalls mathematics_calls;
  // Calls of functions that only the runtime has, by symbol: counted, not evaluated.
  // memset and its like that move few bytes apart from others: their names end in kOfFewBytes.
  std::map<std::string, std::uint64_t> runtime_calls;
  // The instructions that make them, and the symbol that each calls (the first, if several).
  std::map<std::uint32_t, std::string> call_sites;
};

// Adds `times` what has come since `before`.
inline void add_times(std::vector<std::uint64_t>& counts, const std::vector<std::uint64_t>& before,
                      std::uint64_t times) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] += times * (counts[i] - before[i]);
  }
}
template <typename Key, typename Count>
void add_times(std::map<Key, Count>& counts, const std::map<Key, Count>& before,
               std::uint64_t times) {
  for (auto& [key, count] : counts) {
    const auto then = before.find(key);
    count += static_cast<Count>(times) * (count - (then == before.end() ? Count{} : then->second));
  }
}

inline void add_times(DenormalCounts& counts, const DenormalCounts& before, std::uint64_t times) {
  add_times(counts.assists, before.assists, times);
  add_times(counts.stalls, before.stalls, times);
}

// One kernel argument as the evaluator needs it.
struct EvaluatedArgument {
  enum class Kind : std::uint8_t { buffer, scalar, local };
  Kind kind = Kind::scalar;
  std::vector<std::uint8_t> value;  // of a scalar: its bytes
  std::uint64_t address = 0;        // of a buffer: where to pretend it lies (buffer_address())
  std::uint64_t size_bytes = 0;     // of a buffer or a local argument
  // What a buffer is taken to hold from its first byte on, again and again; empty: nothing is known
  // of it. A group reads what it stored there itself (buffer_writes.h); of other groups nothing is
  // seen.
  std::string content{};
  // Likewise, where no `content` is known: what it is likely to hold. Only denormal numbers are
  // looked for with it.
  std::string likely_content{};
  bool is_structure = false;  // of a scalar: a structure by value
  // Of a buffer: so many bytes before and behind it can be accessed, too, as far as pages go.
  std::uint64_t mapped_before_bytes = kEverything;
  std::uint64_t mapped_behind_bytes = kEverything;

  static constexpr std::uint64_t kEverything = ~std::uint64_t{0};
};

// The launch that sampled groups belong to.
struct EvaluatedLaunch {
  unsigned dimensions = 1;
  std::array<std::uint64_t, 3> global{1, 1, 1};
  std::array<std::uint64_t, 3> local{1, 1, 1};
  std::array<std::uint64_t, 3> offset{0, 0, 0};
  std::vector<EvaluatedArgument> arguments;
  bool flushes_denormals = false;  // to zero (-cl-denorms-are-zero): no instruction takes an assist

  [[nodiscard]] std::array<std::uint64_t, 3> groups() const {
    return {global[0] / local[0], global[1] / local[1], global[2] / local[2]};
  }
  // All buffers together.
  [[nodiscard]] std::uint64_t buffer_bytes() const {
    std::uint64_t bytes = 0;
    for (const EvaluatedArgument& argument : arguments) {
      bytes += argument.kind == EvaluatedArgument::Kind::buffer ? argument.size_bytes : 0;
    }
    return bytes;
  }
};

// How far apart the addresses of buffers are, at least.
inline constexpr std::uint64_t kBufferSpacing = 1ULL << 40U;

// Addresses far apart, one for each buffer, that start at different cache sets but on a page:
// what allocators of large buffers do.
[[nodiscard]] constexpr std::uint64_t buffer_address(unsigned index) noexcept {
  constexpr std::uint64_t kStagger = 0x13000;
  return (index + 1) * kBufferSpacing + index * kStagger;
}

}  // namespace clgauge::lens
