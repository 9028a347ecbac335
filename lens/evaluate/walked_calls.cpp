#include "lens/evaluate/walked_calls.h"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "lens/evaluate/operands.h"
#include "lens/evaluate/refusal.h"
#include "lens/evaluate/runtime_calls.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kMostOfOneCall = 50'000;  // instructions
// A function that was refused so often, one time after the other, will be again.
constexpr unsigned kMostRefusals = 16;

// The registers and all that a walk leaves in a machine's records.
class SetAside {
 public:
  explicit SetAside(Machine& machine)
      : m_(machine),
        general_(machine.general),
        vector_(machine.vector),
        mask_(machine.mask),
        flags_(machine.flags),
        compared_(machine.compared),
        next_block_(machine.next_block),
        next_edge_(machine.next_edge),
        access_count_(machine.access_count),
        branches_(machine.branches.size()),
        runtime_calls_(std::exchange(machine.runtime_calls, {})),
        call_sites_(std::exchange(machine.call_sites, {})),
        walks_mathematics_(std::exchange(machine.walks_mathematics, true)),
        takes_denormals_(std::exchange(machine.takes_denormals, false)),
        sink_(machine.record.pause()) {
    machine.is_aside = true;
  }
  SetAside(const SetAside&) = delete;
  SetAside& operator=(const SetAside&) = delete;
  ~SetAside() {
    m_.is_aside = false;
    m_.finished = false;
    m_.general = general_;
    m_.vector = vector_;
    m_.mask = mask_;
    m_.flags = flags_;
    m_.compared = compared_;
    m_.next_block = next_block_;
    m_.next_edge = next_edge_;
    m_.access_count = access_count_;
    m_.branches.resize(branches_);
    m_.runtime_calls = std::move(runtime_calls_);
    m_.call_sites = std::move(call_sites_);
    m_.walks_mathematics = walks_mathematics_;
    m_.takes_denormals = takes_denormals_;
    m_.record.resume(sink_);
    forget_frames();
  }

 private:
  // What lies below the stack pointer is nobody's, and would only tell states of the group apart.
  void forget_frames() const {
    const std::uint64_t top = general_[kRsp].value;
    for (std::uint64_t at = top; at > m_.layout.stack && m_.stored.holds(at - 1);) {
      const std::uint64_t start = (at - 1) / StoredGranules::kBytes * StoredGranules::kBytes;
      m_.memory.forget(start, at - start);
      at = start;
    }
  }

  Machine& m_;
  std::array<Scalar, 17> general_;
  std::array<Vector, 32> vector_;
  std::array<Mask, 8> mask_;
  Flags flags_;
  ComparedNumbers compared_;
  std::uint32_t next_block_;
  std::uint32_t next_edge_;
  std::uint64_t access_count_;
  std::size_t branches_;
  std::map<std::string, std::uint64_t> runtime_calls_;
  std::map<std::uint32_t, std::string> call_sites_;
  bool walks_mathematics_;
  bool takes_denormals_;
  AccessSink* sink_;
};

// From the function's first block to its return. Throws Refusal.
bool runs_to_its_end(Machine& m, std::uint32_t block) {
  for (std::uint64_t instructions = 0; !m.finished;) {
    const BasicBlock& current = m.code.blocks[block];
    instructions += current.instruction_count;
    m.walked_aside += current.instruction_count;
    if (instructions > kMostOfOneCall || m.walked_aside > m.most_walked_aside) {
      return false;
    }
    m.next_block = current.successors.empty() ? kNoBlock : current.successors.back();
    const Operation* op = m.operations + current.first_instruction;
    for (const Operation* end = op + current.instruction_count; op != end; ++op) {
      op->run(m, *op);
    }
    if (!m.finished && m.next_block == kNoBlock) {
      return false;
    }
    block = m.next_block;
  }
  return true;
}

// The lanes of a function's vectors: those of its arguments that are known, all together, and how
// many there are.
struct Lanes {
  unsigned count = 1;
  unsigned bytes = 4;
  std::uint64_t known = 0;
};

// In so many vector registers from the first on; what is read of others is nobody's argument.
unsigned arguments_of(const Operation& op) {
  return static_cast<unsigned>(std::countr_one(op.vector_arguments));
}

Lanes lanes_of(const Machine& m, const Operation& op, const FunctionCall& function) {
  Lanes lanes{function.lanes, function.is_float ? 4U : 8U, low_bits(function.lanes)};
  for (unsigned k = 0; k < arguments_of(op); ++k) {
    for (unsigned i = 0; i < lanes.count; ++i) {
      if ((m.vector.at(k).unknown >> (i * lanes.bytes) & low_bits(lanes.bytes)) != 0) {
        lanes.known &= ~(std::uint64_t{1} << i);
      }
    }
  }
  return lanes;
}

// Functions ask all lanes of a vector together whether one needs a longer way: those that are not
// known take the numbers of one that is.
void fill_unknown(Machine& m, const Operation& op, const Lanes& lanes) {
  const auto from = static_cast<unsigned>(std::countr_zero(lanes.known)) * lanes.bytes;
  for (unsigned k = 0; k < arguments_of(op); ++k) {
    Vector& vector = m.vector.at(k);
    for (unsigned i = 0; i < lanes.count; ++i) {
      if ((lanes.known >> i & 1U) == 0) {
        std::memcpy(vector.bytes.data() + std::size_t{i} * lanes.bytes, vector.bytes.data() + from,
                    lanes.bytes);
        vector.unknown &= ~(low_bits(lanes.bytes) << (i * lanes.bytes));
      }
    }
  }
}

}  // namespace

std::optional<FunctionResult> walk_call(Machine& m, const Operation& op, std::string_view symbol,
                                        std::uint64_t address) {
  const auto block = m.code.block_at(address);
  if (!block || m.is_aside || m.operations == nullptr) {
    return std::nullopt;
  }
  unsigned& refusals = m.refusals_aside[*block];
  if (refusals == kMostRefusals || m.general[kRsp].unknown != 0) {
    return std::nullopt;
  }
  const auto function = named_function(symbol);
  constexpr unsigned kRegister = 32;  // bytes; what is larger lies as the compiler was told
  const unsigned bytes = function ? function->lanes * (function->is_float ? 4 : 8) : 0;
  const bool is_in_registers = function && bytes <= kRegister;
  std::optional<Lanes> lanes;
  // (Integers beside doubles lie closer.)
  if (is_in_registers && (function->lanes == 1 || !takes_integer_exponent(symbol))) {
    lanes = lanes_of(m, op, *function);
    if (lanes->known == 0) {
      return std::nullopt;
    }
  }
  FunctionResult result;
  {
    const SetAside aside(m);
    if (lanes && lanes->known != low_bits(lanes->count)) {
      fill_unknown(m, op, *lanes);
    }
    const std::uint64_t return_address = kReturnToRuntime;
    std::uint64_t& stack = m.general[kRsp].value;
    stack -= sizeof return_address;
    try {
      m.store(op, stack, &return_address, sizeof return_address, 0);
      if (!runs_to_its_end(m, *block)) {
        ++refusals;
        return std::nullopt;
      }
    } catch (const Refusal&) {
      ++refusals;
      return std::nullopt;
    }
    refusals = 0;
    const bool has_two = !is_in_registers || symbol.find("sincos") != symbol.npos;
    result.register_count = has_two ? 2 : 1;
    for (unsigned i = 0; i < result.register_count; ++i) {
      result.registers.at(i) = m.vector.at(i);
    }
    const bool returns_integer = !is_in_registers || symbol.find("ilogb") != symbol.npos;
    if (returns_integer && m.general[kRax].unknown == 0) {
      result.integer = m.general[kRax].value;
    }
  }
  if (lanes) {
    for (unsigned i = 0; i < lanes->count; ++i) {
      if ((lanes->known >> i & 1U) == 0) {
        result.registers[0].unknown |= low_bits(lanes->bytes) << (i * lanes->bytes);
      }
    }
  }
  return result;
}

}  // namespace clgauge::lens
