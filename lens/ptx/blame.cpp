#include "lens/ptx/blame.h"

#include <algorithm>

#include "lens/ptx/operation_class.h"

namespace clgauge::lens::ptx {
namespace {

bool takes_floats(const Instruction& instruction) {
  return std::any_of(instruction.modifiers.begin(), instruction.modifiers.end(),
                     [](const std::string& modifier) {
                       const auto type = type_of(modifier);
                       return type && type->is_floating();
                     });
}

const std::string* special_in(const Instruction& instruction) {
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == Operand::Kind::special) {
      return &operand.name;
    }
  }
  return nullptr;
}

struct Blame {
  std::string what;
  bool is_data = false;  // and not an instruction that is not evaluated
};

Blame blame_of(const Program& program, std::uint32_t cause) {
  if (cause == kNeverWritten) {
    return {"a register that nothing wrote before", false};
  }
  const Instruction& instruction = *program.origins.at(cause - 1);
  const std::string& opcode = instruction.opcode;
  const std::string place = place_of(instruction);
  if (opcode == "ld" || opcode == "ldu" || opcode == "atom" || opcode == "red") {
    return {"what " + place + " loads", true};
  }
  if (takes_floats(instruction)) {
    return {"floating-point arithmetic, " + place, true};
  }
  if (opcode == "div" || opcode == "rem") {
    return {"a division by zero, " + place, true};
  }
  if (const std::string* special = special_in(instruction)) {
    return {*special + ", which is the driver's secret, " + place, false};
  }
  return {"what is not evaluated, " + place, false};
}

}  // namespace

std::string place_of(const Instruction& instruction) {
  const std::string source = instruction.source_line == 0
                                 ? std::string()
                                 : ", source line " + std::to_string(instruction.source_line);
  return "PTX line " + std::to_string(instruction.line) + " (" + instruction.name() + source + ")";
}

void refuse(RefusalKind kind, const std::string& what) {
  throw Refusal(kind, std::string(name_of(kind)) + ": " + what);
}

void refuse_unknown(RefusalKind kind, const Program& program, std::uint32_t origin,
                    const Value& value) {
  const Blame blame = blame_of(program, value.cause);
  refuse(blame.is_data ? kind : RefusalKind::unknown_instruction,
         place_of(*program.origins.at(origin)) + " depends on " + blame.what);
}

void refuse_instruction(const Instruction& instruction) {
  const std::string place = place_of(instruction);
  if (instruction.opcode == "call") {
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::symbol) {
        refuse(RefusalKind::unknown_call, "what " + operand.name + " does, " + place +
                                              ", is not in the module, or is recursive");
      }
    }
    refuse(RefusalKind::unknown_call, "of a function that only the launch knows, " + place);
  }
  const bool is_image = instruction.opcode.starts_with("tex") ||
                        instruction.opcode.starts_with("tld4") ||
                        instruction.opcode.starts_with("su");
  if (is_image) {
    refuse(RefusalKind::unknown_call, "what memory an image takes is not known, " + place);
  }
  refuse(RefusalKind::unknown_instruction, place);
}

}  // namespace clgauge::lens::ptx
