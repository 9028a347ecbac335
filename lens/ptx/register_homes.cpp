#include "lens/ptx/register_homes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clgauge::lens::ptx {
namespace {

// What the uniform data path computes.
constexpr std::array<std::string_view, 18> kUniform{"mov", "add", "sub", "mul",  "mad", "and",
                                                    "or",  "xor", "not", "shl",  "shr", "cvt",
                                                    "neg", "min", "max", "selp", "bfi", "cvta"};
// The low half of whose result comes of the low halves of what they read.
constexpr std::array<std::string_view, 12> kByHalves{"mov", "add", "sub", "mul", "mad", "and",
                                                     "or",  "xor", "not", "neg", "shl", "selp"};

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& opcodes, const Instruction& instruction) {
  return std::find(opcodes.begin(), opcodes.end(), instruction.opcode) != opcodes.end();
}

bool differs_by_item(const Operand& operand, const std::vector<bool>& is_shared) {
  if (operand.kind == Operand::Kind::reg) {
    return !is_shared[operand.index];
  }
  if (operand.kind == Operand::Kind::special) {
    return operand.name.starts_with("%tid") || operand.name.starts_with("%lane") ||
           operand.name.starts_with("%clock") || operand.name.starts_with("%globaltimer");
  }
  return std::any_of(operand.elements.begin(), operand.elements.end(),
                     [&](const Operand& one) { return differs_by_item(one, is_shared); });
}

bool is_of_floats(const Instruction& instruction) {
  return instruction.opcode != "mov" &&
         std::any_of(instruction.modifiers.begin(), instruction.modifiers.end(),
                     [](const std::string& word) {
                       const auto type = type_of(word);
                       return type && type->is_floating();
                     });
}

bool is_same_in_group(const Instruction& instruction, const std::vector<bool>& is_shared) {
  if (instruction.is_guarded || instruction.operands.empty()) {
    return false;
  }
  const bool is_parameter = instruction.opcode == "ld" && instruction.has("param");
  const bool is_integer = is_one_of(kUniform, instruction) && !is_of_floats(instruction);
  return (is_parameter || is_integer) &&
         std::none_of(instruction.operands.begin() + 1, instruction.operands.end(),
                      [&](const Operand& one) { return differs_by_item(one, is_shared); });
}

// Whether the first type among the modifiers has 64 bits, and the last.
struct Widths {
  bool is_first_long = false;
  bool is_last_long = false;
};
Widths widths_of(const Instruction& instruction) {
  Widths widths;
  bool is_first = true;
  for (const std::string& word : instruction.modifiers) {
    if (const auto type = type_of(word)) {
      widths.is_last_long = type->bits == 64;
      widths.is_first_long = is_first ? widths.is_last_long : widths.is_first_long;
      is_first = false;
    }
  }
  return widths;
}

// A long number that is made of 32 bits: by its sign, with zeros before or behind.
bool is_made_of_half(const Instruction& instruction) {
  if (is_of_floats(instruction)) {
    return false;
  }
  const Widths widths = widths_of(instruction);
  const bool widens = instruction.opcode == "cvt" && widths.is_first_long && !widths.is_last_long;
  const bool is_moved = (instruction.opcode == "shl" || instruction.opcode == "shr") &&
                        widths.is_first_long && instruction.operands.size() == 3 &&
                        instruction.operands[2].kind == Operand::Kind::immediate &&
                        instruction.operands[2].number >= 32;
  return widens || is_moved;
}

// Addresses of shared and private memory have 32 bits.
bool accesses_near_memory(const Instruction& instruction) {
  for (const std::string& word : instruction.modifiers) {
    if (const auto space = space_of(word)) {
      return *space == Space::shared || *space == Space::local || *space == Space::param;
    }
  }
  return false;
}

enum class Halves { low_only, as_result, both };
Halves halves_read(const Instruction& instruction) {
  if (accesses_near_memory(instruction)) {
    return Halves::low_only;
  }
  if (is_of_floats(instruction)) {
    return Halves::both;
  }
  const Widths widths = widths_of(instruction);
  if (instruction.opcode == "cvt" && !widths.is_first_long && widths.is_last_long) {
    return Halves::low_only;
  }
  const bool is_whole = instruction.has("wide") || instruction.has("hi");
  const bool goes_by_halves = is_one_of(kByHalves, instruction) && !is_whole &&
                              !instruction.operands.empty() &&
                              instruction.operands[0].kind == Operand::Kind::reg;
  return goes_by_halves ? Halves::as_result : Halves::both;
}

// By register: whether the upper half of what it holds is ever read.
std::vector<bool> whose_upper_is_read(const Function& function,
                                      const std::vector<OperandRoles>& roles) {
  std::vector<bool> is_read(function.registers.size(), false);
  std::vector<std::vector<std::uint32_t>> makers(function.registers.size());
  std::vector<std::uint32_t> found;
  const auto note = [&](std::uint32_t one) {
    if (!is_read[one]) {
      is_read[one] = true;
      found.push_back(one);
    }
  };
  for (std::uint32_t i = 0; i < roles.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    const Halves halves = halves_read(instruction);
    if (halves == Halves::as_result) {
      makers[instruction.operands[0].index].push_back(i);
    } else if (halves == Halves::both) {
      std::for_each(roles[i].read.begin(), roles[i].read.end(), note);
    } else if (!has_result(instruction) && instruction.operands.size() > 1) {
      // What is stored is whole, whatever the address.
      for (const std::uint32_t one : roles[i].read) {
        const Operand& address = instruction.operands[0];
        const bool is_base = !address.elements.empty() &&
                             address.elements[0].kind == Operand::Kind::reg &&
                             address.elements[0].index == one;
        if (!is_base) {
          note(one);
        }
      }
    }
  }
  while (!found.empty()) {
    const std::uint32_t one = found.back();
    found.pop_back();
    for (const std::uint32_t i : makers[one]) {
      std::for_each(roles[i].read.begin(), roles[i].read.end(), note);
    }
  }
  return is_read;
}

}  // namespace

std::vector<RegisterHome> register_homes(const Function& function,
                                         const std::vector<OperandRoles>& roles) {
  std::vector<std::uint8_t> writers(function.registers.size(), 0);
  for (const OperandRoles& one : roles) {
    for (const std::uint32_t written : one.written) {
      writers[written] = static_cast<std::uint8_t>(std::min(writers[written] + 1, 2));
    }
  }
  std::vector<bool> is_shared(function.registers.size(), false);
  std::vector<bool> is_half(function.registers.size(), false);
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    for (const std::uint32_t written : roles[i].written) {
      if (writers[written] == 1) {  // a loop's counters are not the same for all time
        is_shared[written] = is_same_in_group(instruction, is_shared);
        is_half[written] = is_made_of_half(instruction);
      }
    }
  }
  const std::vector<bool> is_upper_read = whose_upper_is_read(function, roles);
  std::vector<RegisterHome> homes;
  for (std::size_t i = 0; i < function.registers.size(); ++i) {
    const Type& type = function.registers[i].type;
    const bool is_predicate = type.kind == Type::Kind::predicate;
    const bool is_long = type.bits > 32 && !is_half[i] && is_upper_read[i];
    RegisterHome home;
    home.is_shared = is_shared[i] && !is_predicate;
    home.words = static_cast<std::uint8_t>(is_predicate || is_shared[i] ? 0 : (is_long ? 2 : 1));
    homes.push_back(home);
  }
  return homes;
}

}  // namespace clgauge::lens::ptx
