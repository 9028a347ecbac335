#include "lens/ptx/emitter.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/error.h"
#include "lens/ptx/scanner.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::size_t kMostSteps = 1'000'000;  // of a kernel with all that it calls
constexpr std::size_t kMostSlots = 1'000'000;
constexpr std::uint64_t kMostOwnBytes = 64U << 20U;  // of local, shared or parameter memory
constexpr std::uint64_t kTableAlignment = 4096;

std::uint64_t aligned(std::uint64_t at, std::uint64_t alignment) {
  const std::uint64_t mask = std::max<std::uint64_t>(alignment, 1) - 1;
  return (at + mask) & ~mask;
}

std::uint64_t reserve(std::uint64_t& used, std::uint64_t bytes, std::uint64_t alignment,
                      unsigned line) {
  const std::uint64_t at = aligned(used, alignment);
  if (at > kMostOwnBytes || bytes > kMostOwnBytes - at) {
    fail_at(line, "variables of more than " + std::to_string(kMostOwnBytes) + " bytes");
  }
  used = at + bytes;
  return at;
}

// Of an immediate, its bits in a register of so many.
std::uint64_t number_of(const Operand& operand, unsigned bits) {
  const auto number = static_cast<std::uint64_t>(operand.number);
  if (operand.float_bits == 64 && bits == 32) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(number)));
  }
  if (operand.float_bits == 32 && bits == 64) {
    const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(number));
    return std::bit_cast<std::uint64_t>(static_cast<double>(single));
  }
  return number;
}

struct NamedSpecial {
  const char* name;
  Special special;
};

// OpenCL drivers keep in %envreg0 to 2 the group that a part of a launch begins with, then the
// global offset, the number of groups and of dimensions. NVIDIA documents none of it; several
// readers of its PTX have found the same.
std::optional<SpecialSlot> special_of(const std::string& name) {
  constexpr NamedSpecial kByDimension[] = {{"%tid.", Special::local_id},
                                           {"%ntid.", Special::local_size},
                                           {"%ctaid.", Special::group_id},
                                           {"%nctaid.", Special::group_count}};
  for (const NamedSpecial& one : kByDimension) {
    if (name.starts_with(one.name) && name.size() == std::string_view(one.name).size() + 1) {
      const auto dimension = std::string("xyz").find(name.back());
      if (dimension != std::string::npos) {
        return SpecialSlot{one.special, static_cast<std::uint8_t>(dimension), kNoSlot};
      }
    }
  }
  if (name.starts_with("%envreg") && name.size() == 8) {
    const auto number = static_cast<unsigned>(name.back() - '0');
    constexpr Special kOfThree[] = {Special::zero, Special::global_offset, Special::group_count};
    if (number < 9) {
      return SpecialSlot{kOfThree[number / 3], static_cast<std::uint8_t>(number % 3), kNoSlot};
    }
    return SpecialSlot{Special::dimensions, 0, kNoSlot};
  }
  if (name == "%laneid") {
    return SpecialSlot{Special::lane, 0, kNoSlot};
  }
  if (name == "WARP_SZ") {
    return SpecialSlot{Special::sub_group_size, 0, kNoSlot};
  }
  return std::nullopt;
}

}  // namespace

Emitter::Emitter(const Module& module, Program& program) : module_(module), program_(program) {
  for (const Variable& variable : module.variables) {
    module_addresses_[variable.name] = place(variable);
  }
}

std::uint64_t Emitter::place_parameter(std::uint64_t bytes, std::uint64_t alignment) {
  return reserve(program_.parameter_bytes, bytes, alignment, 1);
}

std::uint64_t Emitter::place(const Variable& variable) {
  switch (variable.space) {
    case Space::param:
      return reserve(program_.parameter_bytes, variable.bytes, variable.alignment, variable.line);
    case Space::local:
      return reserve(program_.local_bytes, variable.bytes, variable.alignment, variable.line);
    case Space::shared:
      return reserve(program_.shared_bytes, variable.bytes, variable.alignment, variable.line);
    default: {
      const std::uint64_t address = next_table_;
      next_table_ = aligned(next_table_ + variable.bytes, kTableAlignment);
      program_.tables.push_back({&variable, address});
      return address;
    }
  }
}

Instance Emitter::instance_of(const Function& function) {
  Instance instance;
  instance.function = &function;
  if (program_.initial.size() + function.registers.size() > kMostSlots) {
    fail_at(function.line, "more than " + std::to_string(kMostSlots) + " registers");
  }
  for (std::size_t i = 0; i < function.registers.size(); ++i) {
    instance.registers.push_back(fresh_slot());
  }
  return instance;
}

void Emitter::begin(const Instance& instance, const Instruction& instruction, bool selects) {
  selects_ = selects;
  instance_ = &instance;
  instruction_ = &instruction;
  origin_ = static_cast<std::uint32_t>(program_.origins.size());
  program_.origins.push_back(&instruction);
  if (program_.steps.size() > kMostSteps || program_.origins.size() > kMostSteps) {
    fail("the kernel has more than " + std::to_string(kMostSteps) + " steps with what it calls");
  }
}

void Emitter::fail(const std::string& what) const {
  fail_at(instruction_->line, instruction_->name() + ": " + what);
}

const Operand& Emitter::operand(std::size_t at) const {
  if (at >= instruction_->operands.size()) {
    fail("expected " + std::to_string(at + 1) + " operands, found " +
         std::to_string(instruction_->operands.size()));
  }
  return instruction_->operands[at];
}

std::uint32_t Emitter::start_block() {
  Block& block = program_.blocks.emplace_back();
  block.first_step = static_cast<std::uint32_t>(program_.steps.size());
  return static_cast<std::uint32_t>(program_.blocks.size() - 1);
}

std::int32_t Emitter::fresh_slot() {
  program_.initial.push_back({0, kNeverWritten});
  return static_cast<std::int32_t>(program_.initial.size() - 1);
}

std::int32_t Emitter::constant(std::uint64_t number) {
  const auto known = constants_.find(number);
  if (known != constants_.end()) {
    return known->second;
  }
  const std::int32_t slot = fresh_slot();
  program_.initial[static_cast<std::size_t>(slot)] = {number, 0};
  constants_.emplace(number, slot);
  return slot;
}

std::int32_t Emitter::special(const std::string& name) {
  const auto known = special_slots_.find(name);
  if (known != special_slots_.end()) {
    return known->second;
  }
  const std::int32_t slot = fresh_slot();
  if (auto found = special_of(name)) {
    found->slot = slot;
    program_.specials.push_back(*found);
  } else {
    program_.initial[static_cast<std::size_t>(slot)].cause = origin_ + 1;
  }
  special_slots_.emplace(name, slot);
  return slot;
}

std::int32_t Emitter::address_of(const Operand& operand) {
  const auto offset = static_cast<std::uint64_t>(operand.number);
  if (operand.kind == Operand::Kind::variable) {
    return constant(instance_->variables.at(operand.index) + offset);
  }
  const auto found = module_addresses_.find(operand.name);
  if (found != module_addresses_.end()) {
    return constant(found->second + offset);
  }
  if (!module_.functions.contains(operand.name)) {
    fail("'" + operand.name + "' is not declared");
  }
  const std::int32_t slot = fresh_slot();  // a function's address
  program_.initial[static_cast<std::size_t>(slot)].cause = origin_ + 1;
  return slot;
}

std::int32_t Emitter::source(const Operand& operand, unsigned bits) {
  std::int32_t slot = kNoSlot;
  switch (operand.kind) {
    case Operand::Kind::reg:
      slot = instance_->registers.at(operand.index);
      break;
    case Operand::Kind::special:
      slot = special(operand.name);
      break;
    case Operand::Kind::immediate:
      slot = constant(number_of(operand, bits));
      break;
    case Operand::Kind::variable:
    case Operand::Kind::symbol:
      slot = address_of(operand);
      break;
    default:
      fail("an operand that has no value");
  }
  return operand.is_negated ? put(Code::bit_not, bits, false, {slot}) : slot;
}

std::int32_t Emitter::target(const Operand& operand) {
  if (operand.kind == Operand::Kind::none) {
    return fresh_slot();
  }
  if (operand.kind != Operand::Kind::reg) {
    fail("expected a register to write");
  }
  const std::int32_t slot = instance_->registers.at(operand.index);
  if (!selects_) {
    return slot;
  }
  waiting_.emplace_back(fresh_slot(), slot);
  return waiting_.back().first;
}

std::int32_t Emitter::carry() {
  if (carry_ == kNoSlot) {
    carry_ = fresh_slot();
  }
  return carry_;
}

std::int32_t Emitter::new_carry() {
  const std::int32_t slot = carry();
  if (!selects_) {
    return slot;
  }
  waiting_.emplace_back(fresh_slot(), slot);
  return waiting_.back().first;
}

unsigned Emitter::bits_of(const Operand& operand) const {
  return operand.kind == Operand::Kind::reg
             ? instance_->function->registers.at(operand.index).type.bits
             : 64;
}

bool Emitter::is_floating(const Operand& operand) const {
  return operand.kind == Operand::Kind::reg &&
         instance_->function->registers.at(operand.index).type.is_floating();
}

std::int32_t Emitter::guard() { return source(instruction_->guard, 1); }

void Emitter::finish_selected() {
  for (const auto& [from, to] : waiting_) {
    put(Code::select, 64, false, to, {guard(), from, to});
  }
  waiting_.clear();
}

std::int32_t Emitter::put(Code code, unsigned bits, bool is_signed, std::int32_t to,
                          const std::vector<std::int32_t>& from) {
  Step& step = program_.steps.emplace_back();
  step.code = code;
  step.bits = static_cast<std::uint8_t>(bits);
  step.is_signed = is_signed;
  step.target = to;
  std::copy_n(from.begin(), std::min(from.size(), step.sources.size()), step.sources.begin());
  step.origin = origin_;
  step.takes_data = code == Code::unknown;
  return to;
}

std::uint32_t Emitter::put_access(Access access, unsigned bytes) {
  access.place = static_cast<std::uint32_t>(program_.places.size());
  if (access.space != Space::param) {
    if (access.is_atomic) {
      program_.places.push_back({bytes, false, true, false});
    }
    program_.places.push_back({bytes, access.is_store, access.is_atomic, false});
  }
  const auto number = static_cast<std::uint32_t>(program_.accesses.size());
  put(Code::access, 64, false, kNoSlot, {access.base});
  program_.steps.back().index = number;
  program_.accesses.push_back(std::move(access));
  program_.access_blocks.push_back(static_cast<std::uint32_t>(program_.blocks.size() - 1));
  return number;
}

}  // namespace clgauge::lens::ptx
