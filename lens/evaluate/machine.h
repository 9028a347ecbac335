#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/evaluate/access_record.h"
#include "lens/evaluate/buffer_writes.h"
#include "lens/evaluate/memory.h"
#include "lens/evaluate/operation.h"
#include "lens/evaluate/refusal.h"
#include "lens/evaluate/stored_granules.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// Why a value is not known: the instruction that made it so, for the sake of good messages. Two
// words: it is copied with every such value, and a copy of parts that were written apart waits for
// them to reach the cache.
class Origin {
 public:
  enum class Kind : std::uint8_t { start, loaded, computed, called };
  constexpr Origin() = default;
  constexpr Origin(std::uint32_t where, Kind how, std::uint64_t from, bool whole = false)
      : address(from),
        made_(where | static_cast<std::uint64_t>(how) << kKindAt | (whole ? kWhole : 0)) {}

  [[nodiscard]] constexpr std::uint32_t instruction() const {
    return static_cast<std::uint32_t>(made_);
  }
  [[nodiscard]] constexpr Kind kind() const {
    return static_cast<Kind>(static_cast<std::uint8_t>(made_ >> kKindAt));
  }
  // Whether the value is what was loaded, not something made of it.
  [[nodiscard]] constexpr bool is_whole() const { return (made_ & kWhole) != 0; }
  constexpr void derive() { made_ &= ~kWhole; }

  std::uint64_t address = 0;  // of a load

 private:
  static constexpr unsigned kKindAt = 32;
  static constexpr std::uint64_t kWhole = std::uint64_t{1} << 63U;
  std::uint64_t made_ = 0;
};

// A general register, or a scalar on its way. Bit i of `unknown`: byte i is not known.
struct Scalar {
  std::uint64_t value = 0;
  std::uint8_t unknown = 0;
  Origin origin;
};

struct alignas(64) Vector {
  std::array<std::uint8_t, 64> bytes{};
  std::uint64_t unknown = 0;  // bit i: byte i
  Origin origin;
};

struct Mask {
  std::uint64_t value = 0;
  std::uint64_t unknown = 0;  // bit i: lane i
  Origin origin;
};

// The registers of the x87 unit. Bit i of `unknown`: values[i] is not known.
struct X87Stack {
  std::array<long double, 8> values{};
  unsigned unknown = 0;
  unsigned top = 0;
};

struct Flags {
  static constexpr unsigned carry = 1;
  static constexpr unsigned parity = 2;
  static constexpr unsigned zero = 4;
  static constexpr unsigned sign = 8;
  static constexpr unsigned overflow = 16;
  static constexpr unsigned all = 31;
  unsigned set = 0;
  unsigned unknown = all;
  Origin origin;
};

inline constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};
inline constexpr std::uint32_t kNoEdge = ~std::uint32_t{0};
// What stands on the stack as the return address of the entry function.
inline constexpr std::uint64_t kReturnToRuntime = 8;
inline constexpr std::uint64_t kFirstBufferAddress = 1ULL << 40U;
// What lies in front of the first buffer counts as its own, as what lies about the others does.
inline constexpr std::uint64_t kLeastBufferAddress = kFirstBufferAddress / 2;
inline constexpr unsigned kRax = 0, kRcx = 1, kRdx = 2, kRbx = 3, kRsp = 4, kRbp = 5, kRsi = 6,
                          kRdi = 7, kR8 = 8, kR9 = 9;

struct BufferRange {
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
  unsigned argument = 0;
  std::string content{};  // EvaluatedArgument::content
};

// Where the parts of the evaluator's own memory lie.
struct MemoryLayout {
  std::uint64_t image = 0;
  std::uint64_t arguments = 0;  // after the image
  std::uint64_t local = 0;
  std::uint64_t stack = 0;  // lowest address
  std::uint64_t end = 0;    // of the stack, and of everything
};

// `local_bytes` and `stack_bytes` are rounded up to pages.
[[nodiscard]] MemoryLayout memory_layout(const ObjectImage& image, std::uint64_t argument_bytes,
                                         std::uint64_t local_bytes, std::uint64_t stack_bytes);
// The stack pointer as the entry function finds it: at its return address, kReturnToRuntime.
[[nodiscard]] std::uint64_t initial_stack_pointer(const MemoryLayout& layout) noexcept;

// The first and the last number that a comparison was about, where they are known.
struct ComparedNumbers {
  std::optional<std::uint64_t> first;
  std::optional<std::uint64_t> last;
};

class Passes;

// The evaluated processor: registers, memory, and what is recorded of them.
struct Machine {
  Machine(const MachineCode& machine_code, const MemoryLayout& memory_layout)
      : code(machine_code),
        layout(memory_layout),
        memory(memory_layout.image, memory_layout.end - memory_layout.image),
        stored(memory_layout.arguments, memory_layout.end) {}

  const MachineCode& code;
  MemoryLayout layout;
  OwnMemory memory;
  std::array<Scalar, 17> general;  // [kNoRegister] stays 0
  std::array<Vector, 32> vector;
  std::array<Mask, 8> mask;
  X87Stack x87;
  Flags flags;
  const Clobbers* clobbers = nullptr;     // of the program
  const Operation* operations = nullptr;  // of the program, by instruction
  std::uint32_t next_block = 0;
  std::uint32_t next_edge = 0;
  bool finished = false;
  bool takes_denormals = true;  // not as zeros
  DenormalCounts denormals;
  MathematicsCalls mathematics_calls;
  bool walks_mathematics = false;  // else calls of such functions are only counted
  // While a function is walked for its result alone (walk_call): refusals need no words.
  bool is_aside = false;
  std::uint64_t walked_aside = 0;  // instructions, of a group
  std::uint64_t most_walked_aside = ~std::uint64_t{0};
  std::unordered_map<std::uint32_t, unsigned> refusals_aside;  // by block, since the last success
  StoredGranules stored;                                       // by the kernel
  ComparedNumbers compared;  // by the last one that keeps them (note_decisions)
  Passes* passes = nullptr;  // that comparisons of lanes are told to, if any (lane_comparisons.h)
  BranchTrace branches;
  std::map<std::string, std::uint64_t> runtime_calls;
  std::map<std::uint32_t, std::string> call_sites;  // of those, by instruction
  std::vector<BufferRange> buffers;                 // to name them in refusals
  bool knows_contents = false;                      // of any of them
  BufferWrites written;                             // where some are known

  AccessRecord record;
  std::uint64_t access_count = 0;
  std::uint64_t most_accesses = ~std::uint64_t{0};

  [[nodiscard]] MemoryRegion region_of(std::uint64_t address) const noexcept {
    if (address >= kLeastBufferAddress) {
      return MemoryRegion::buffer;
    }
    if (address >= layout.stack) {
      return MemoryRegion::stack;
    }
    return address >= layout.local       ? MemoryRegion::local
           : address >= layout.arguments ? MemoryRegion::arguments
                                         : MemoryRegion::image;
  }

  // Checks and records an access; says whether the memory is the evaluator's own.
  bool touch(const Operation& op, std::uint64_t address, unsigned bytes, bool is_store) {
    const bool own = address < kLeastBufferAddress;
    if (own && !memory.holds(address, bytes)) {
      refuse_outside(op, address, bytes);
    }
    ++access_count;
    if (own && is_store) {
      note_store(op, address, bytes);
    }
    if (record.has_sink()) {
      MemoryAccess& access = record.next();
      access.address = address;
      access.instruction = op.instruction;
      access.bytes = static_cast<std::uint16_t>(bytes);
      access.region = region_of(address);
      access.is_store = is_store;
    }
    return own;
  }

  // What lies at an address that touch() called its own, or did not; the bytes that are unknown.
  template <unsigned kBytes>
  [[nodiscard]] std::uint64_t load(bool own, std::uint64_t address, void* to) const {
    return own ? memory.load<kBytes>(address, to) : load_buffer(address, to, kBytes);
  }

  // What lies in a buffer, at most 64 bytes; the bytes that are unknown.
  [[nodiscard]] std::uint64_t load_buffer(std::uint64_t address, void* to, unsigned bytes) const {
    return knows_contents ? written.over(address, to, bytes, load_content(address, to, bytes))
                          : low_bits(bytes);
  }

  // Checks and records a store of at most 64 bytes, of which `unknown` says which are not known.
  template <unsigned kBytes>
  void store(const Operation& op, std::uint64_t address, const void* from, std::uint64_t unknown) {
    if (touch(op, address, kBytes, true)) {
      memory.store<kBytes>(address, from, unknown);
    } else if (knows_contents) {
      written.store(address, from, kBytes, unknown);
    }
  }
  void store(const Operation& op, std::uint64_t address, const void* from, unsigned bytes,
             std::uint64_t unknown) {
    if (touch(op, address, bytes, true)) {
      memory.store(address, from, bytes, unknown);
    } else if (knows_contents) {
      written.store(address, from, bytes, unknown);
    }
  }

  // "the branch at k+0x1a4 (jl) depends on what k+0x80 (...) loads from kernel argument 2".
  [[noreturn]] void refuse_unknown(RefusalKind why, const Operation& op,
                                   const Origin& origin) const;
  [[noreturn]] void refuse(RefusalKind why, const Operation& op, const std::string& what) const;

 private:
  [[nodiscard]] std::uint64_t load_content(std::uint64_t address, void* to, unsigned bytes) const;
  void note_store(const Operation& op, std::uint64_t address, unsigned bytes) {
    if (address < layout.arguments) {
      refuse_outside(op, address, bytes);  // constants are read-only
    }
    stored.add(address, bytes);
  }
  [[noreturn]] void refuse_outside(const Operation& op, std::uint64_t address,
                                   unsigned bytes) const;
};

}  // namespace clgauge::lens
