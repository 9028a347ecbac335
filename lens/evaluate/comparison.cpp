#include "lens/evaluate/comparison.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "lens/code/mc.h"
#include "lens/evaluate/conditions.h"
#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"
#include "lens/evaluate/operands.h"

namespace clgauge::lens {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};  // of blocks and instructions
constexpr unsigned kMostBlocksAgo = 4;

std::vector<unsigned> named_registers(const McCode& code, std::uint32_t instruction) {
  std::vector<unsigned> registers;
  for (const llvm::MCOperand& operand : code.instructions[instruction]) {
    if (operand.isReg() && operand.getReg() != 0) {
      registers.push_back(operand.getReg());
    }
  }
  const llvm::MCPhysReg* implicit = code.description(instruction).getImplicitUses();
  for (; implicit != nullptr && *implicit != 0; ++implicit) {
    registers.push_back(*implicit);
  }
  return registers;
}

// Whether what `decides` compares may be another one once `later` has run.
bool overwrites(const McCode& code, std::uint32_t later, std::uint32_t decides) {
  if (code.description(later).mayStore() && code.description(decides).mayLoad()) {
    return true;
  }
  const std::vector<unsigned> written = code.written_registers(later);
  if (written.empty()) {
    return false;
  }
  const std::vector<unsigned> compared = named_registers(code, decides);
  return std::any_of(written.begin(), written.end(), [&](unsigned one) {
    return std::any_of(compared.begin(), compared.end(), [&](unsigned other) {
      return code.target->registers->regsOverlap(one, other);
    });
  });
}

std::optional<std::uint64_t> known_value(const Machine& m, const Operation& op,
                                         const Operand& from) {
  switch (from.kind) {
    case Operand::Kind::immediate:
      return op.immediate;
    case Operand::Kind::general: {
      const Scalar& reg = m.general[from.reg];
      const unsigned of_high = from.high ? 1 : 0;
      const bool is_known = (reg.unknown >> of_high & all_bytes(op.width_bytes)) == 0;
      return is_known ? std::optional(reg.value >> (8 * of_high)) : std::nullopt;
    }
    case Operand::Kind::memory: {
      const Scalar address = address_value(m, op);
      if (address.unknown != 0 || !m.memory.holds(address.value, op.width_bytes)) {
        return std::nullopt;
      }
      std::uint64_t value = 0;
      const std::uint64_t unknown = m.memory.load(address.value, &value, op.width_bytes);
      return unknown == 0 ? std::optional(value) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

const Operand& last_operand(const Operation& op) {  // a source
  return op.operands.at(std::max<std::size_t>(2, op.operand_count) - 1);
}

// Of a comparison whose operands are overwritten before the jump.
void run_and_keep(Machine& m, const Operation& op) {
  op.inner(m, op);
  m.compared = {known_value(m, op, op.operands[0]), known_value(m, op, last_operand(op))};
}

// Once its block was run.
ComparedNumbers compared_by(const Machine& m, const Operation& op) {
  return op.run == run_and_keep ? m.compared
                                : ComparedNumbers{known_value(m, op, op.operands[0]),
                                                  known_value(m, op, last_operand(op))};
}

Difference compared_number(const Comparison& comparison, std::uint64_t value) {
  return number_for(comparison.condition, value, comparison.compared->width_bytes);
}

bool is_of_general_numbers(const Operation& op) {
  return op.width_bytes <= sizeof(std::uint64_t) &&
         std::all_of(op.operands.begin(), op.operands.end(), [](const Operand& operand) {
           return operand.kind != Operand::Kind::vector && operand.kind != Operand::Kind::mask;
         });
}

std::uint32_t last_of(const BasicBlock& block) {
  return block.first_instruction + block.instruction_count - 1;
}

// By block: the only one that leads to it, or kNone.
std::vector<std::uint32_t> only_predecessors(const MachineCode& code) {
  std::vector<std::uint32_t> only(code.blocks.size(), kNone);
  std::vector<bool> has_several(code.blocks.size());
  for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
    for (const std::uint32_t to : code.blocks[b].successors) {
      has_several[to] = has_several[to] || only[to] != kNone;
      only[to] = has_several[to] ? kNone : b;
    }
  }
  for (const CodeFunction& function : code.functions) {
    only[function.first_block] = kNone;  // calls lead there
  }
  return only;
}

// What sets the flags that the jump at the end of a block asks: there, or in the only block that
// leads there; and what runs between it and the jump.
struct Decider {
  std::uint32_t instruction = kNone;
  std::vector<std::uint32_t> before_jump;
};
Decider decider_of(const MachineCode& code, const std::vector<std::uint32_t>& only_predecessor,
                   std::uint32_t block) {
  Decider found;
  const BasicBlock* where = &code.blocks[block];
  const std::uint32_t jump = last_of(*where);
  if (where->successors.size() != 2 || !code.mc->opcode_name(jump).starts_with("JCC")) {
    return found;
  }
  const unsigned flags = *code.mc->description(jump).getImplicitUses();
  for (unsigned blocks = 0; blocks < kMostBlocksAgo; ++blocks) {
    for (std::uint32_t i = last_of(*where) + 1; i-- > where->first_instruction;) {
      const auto& description = code.mc->description(i);
      if (description.isCall()) {
        return found;
      }
      if (description.hasImplicitDefOfPhysReg(flags)) {
        found.instruction = i;
        return found;
      }
      found.before_jump.push_back(i);
    }
    block = only_predecessor[block];
    if (block == kNone) {
      return found;
    }
    where = &code.blocks[block];
  }
  return found;
}

}  // namespace

void note_decisions(const MachineCode& code, Program& program) {
  const std::vector<std::uint32_t> only_predecessor = only_predecessors(code);
  program.deciders.resize(code.blocks.size(), kNone);
  for (std::uint32_t block = 0; block < code.blocks.size(); ++block) {
    const Decider decider = decider_of(code, only_predecessor, block);
    if (decider.instruction == kNone) {
      continue;
    }
    Operation& op = program.operations[decider.instruction];
    if (is_without_meaning(op) || !is_of_general_numbers(op)) {
      continue;
    }
    program.deciders[block] = decider.instruction;
    const bool is_overwritten =
        std::any_of(decider.before_jump.begin(), decider.before_jump.end(),
                    [&](std::uint32_t i) { return overwrites(*code.mc, i, decider.instruction); });
    if (is_overwritten && op.run != run_and_keep) {
      op.inner = std::exchange(op.run, run_and_keep);
    }
  }
}

std::optional<Decision> decision_of(const LoweredCode& code, std::uint32_t block) {
  using Kind = Decision::Kind;
  const std::uint32_t decides = code.program.deciders[block];
  if (decides == kNone) {
    return std::nullopt;
  }
  const Operation& op = code.program.operations[decides];
  const Operation& jump = code.program.operations[last_of(code.code.blocks[block])];
  const auto condition = static_cast<unsigned>(jump.immediate & 0xFU);
  const std::string name = split_opcode_name(code.code.opcode_of(decides)).mnemonic;
  const bool is_stepped = name == "INC" || name == "DEC" || name == "ADD" || name == "SUB";
  const Kind kind = name == "CMP"                             ? Kind::difference
                    : name == "TEST"                          ? Kind::conjunction
                    : is_stepped && is_of_equality(condition) ? Kind::stepped
                                                              : Kind::other;
  return Decision{&op, condition, kind};
}

std::optional<Comparison> comparison_of(const Decision& decision) {
  using Kind = Decision::Kind;
  const bool is_comparison = decision.kind == Kind::difference || decision.kind == Kind::stepped;
  if (!is_comparison || !is_of_difference(decision.condition)) {
    return std::nullopt;
  }
  return Comparison{decision.decides, decision.condition, decision.kind == Kind::stepped};
}

Difference number_for(unsigned condition, std::uint64_t value, unsigned bytes) {
  const std::uint64_t bits = value & value_mask(bytes);
  return takes_signed(condition) ? Difference{sign_extend(bits, bytes)} : Difference{bits};
}

DecidedBy numbers_of(const Machine& machine, const Decision& decision) {
  const Operation& op = *decision.decides;
  const ComparedNumbers compared = compared_by(machine, op);
  const std::uint64_t mask = value_mask(op.width_bytes);
  const bool is_of_one = decision.kind == Decision::Kind::stepped;
  return {compared.first.value_or(0) & mask, is_of_one ? 0 : compared.last.value_or(0) & mask};
}

DecidedBy further_on(const Decision& decision, const DecidedBy& first, const DecidedBy& last,
                     std::uint64_t runs) {
  const std::uint64_t mask = value_mask(decision.decides->width_bytes);
  return {(last.first + runs * (last.first - first.first)) & mask,
          (last.second + runs * (last.second - first.second)) & mask};
}

bool is_taken(const Decision& decision, const DecidedBy& by) {
  const unsigned bytes = decision.decides->width_bytes;
  Flags flags;
  if (decision.kind == Decision::Kind::conjunction) {
    set_flags(flags, by.first & by.second, bytes, false, false);
  } else {
    const Sum sum = difference_of(by.first, by.second, false, bytes);
    set_flags(flags, sum.value, bytes, sum.carry, sum.overflow);
  }
  return condition_of(flags, decision.condition).holds;
}

namespace {

// Without asking for each, where two numbers are compared that stay in their range meanwhile.
std::optional<std::uint64_t> runs_alike_without_wrapping(const Decision& decision,
                                                         const DecidedBy& first,
                                                         const DecidedBy& last,
                                                         std::uint64_t most) {
  const auto comparison = comparison_of(decision);
  constexpr std::uint64_t kMost = 1ULL << 40U;
  if (!comparison || most > kMost) {
    return std::nullopt;
  }
  const unsigned bytes = decision.decides->width_bytes;
  const auto step_of = [&](std::uint64_t from, std::uint64_t to) -> std::optional<Difference> {
    const auto step = Difference{sign_extend((to - from) & value_mask(bytes), bytes)};
    const Difference end = compared_number(*comparison, to) + static_cast<Difference>(most) * step;
    const auto bits = static_cast<std::uint64_t>(end);
    return compared_number(*comparison, bits) == end ? std::optional(step) : std::nullopt;
  };
  const auto step = step_of(first.first, last.first);
  const auto step_of_second = step_of(first.second, last.second);
  if (!step || !step_of_second) {
    return std::nullopt;
  }
  const auto runs = runs_until_other_way(
      comparison->condition,
      compared_number(*comparison, last.first) - compared_number(*comparison, last.second),
      *step - *step_of_second);
  return runs ? std::min(most, *runs - 1) : most;
}

}  // namespace

std::uint64_t runs_alike(const Decision& decision, const DecidedBy& first, const DecidedBy& last,
                         std::uint64_t most) {
  if (first == last) {
    return most;
  }
  if (decision.kind == Decision::Kind::other) {
    return 0;
  }
  if (const auto runs = runs_alike_without_wrapping(decision, first, last, most)) {
    return *runs;
  }
  constexpr std::uint64_t kMostAsked = 1ULL << 16U;
  const bool taken = is_taken(decision, last);
  most = std::min(most, kMostAsked);
  for (std::uint64_t run = 1; run <= most; ++run) {
    if (is_taken(decision, further_on(decision, first, last, run)) != taken) {
      return run - 1;
    }
  }
  return most;
}

std::optional<Difference> difference_of(const Machine& machine, const Comparison& comparison) {
  ComparedNumbers compared = compared_by(machine, *comparison.compared);
  if (comparison.is_with_zero) {
    compared.last = 0;
  }
  if (!compared.first || !compared.last) {
    return std::nullopt;
  }
  return compared_number(comparison, *compared.first) - compared_number(comparison, *compared.last);
}

std::optional<std::uint64_t> runs_until_other_way(unsigned condition, Difference now,
                                                  Difference step) {
  const auto in_range = [](Difference runs) -> std::optional<std::uint64_t> {
    return runs >= 1 && runs <= std::numeric_limits<std::int64_t>::max()
               ? std::optional(static_cast<std::uint64_t>(runs))
               : std::nullopt;
  };
  if (step == 0) {
    return std::nullopt;
  }
  if (is_of_equality(condition)) {
    if (now == 0) {
      return 1;
    }
    return now % step == 0 ? in_range(-now / step) : std::nullopt;
  }
  // The others tell numbers of at least `edge` from those below it.
  const Difference edge = is_beyond_zero(condition) ? 1 : 0;
  if (now < edge) {
    return step > 0 ? in_range((edge - now + step - 1) / step) : std::nullopt;
  }
  return step < 0 ? in_range((now - edge) / -step + 1) : std::nullopt;
}

}  // namespace clgauge::lens
