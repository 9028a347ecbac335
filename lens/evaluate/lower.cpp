#include "lens/evaluate/lower.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "lens/code/mc.h"
#include "lens/evaluate/comparison.h"
#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"
#include "lens/evaluate/lane_comparisons.h"
#include "lens/evaluate/runtime_calls.h"
#include "lens/evaluate/static_rounding.h"
#include "lens/evaluate/vector_arguments.h"

namespace clgauge::lens {
namespace {

constexpr unsigned kMemoryParts = 5;  // base, scale, index, displacement, segment

// LLVM's register numbers as operands.
class RegisterMap {
 public:
  explicit RegisterMap(const llvm::MCRegisterInfo& info) : operands_(info.getNumRegs()) {
    static constexpr std::array<const char*, 8> kLegacy{"AX", "CX", "DX", "BX",
                                                        "SP", "BP", "SI", "DI"};
    for (unsigned reg = 1; reg < info.getNumRegs(); ++reg) {
      const std::string name = info.getName(reg);
      for (unsigned i = 0; i < kLegacy.size(); ++i) {
        const std::string base = kLegacy[i];
        general(reg, name, "R" + base, i, 8);
        general(reg, name, "E" + base, i, 4);
        general(reg, name, base, i, 2);
        general(reg, name, i < 4 ? base.substr(0, 1) + "L" : base + "L", i, 1);
        if (i < 4 && name == base.substr(0, 1) + "H") {
          operands_[reg] = {Operand::Kind::general, static_cast<std::uint8_t>(i), 1, true};
        }
      }
      for (unsigned i = 8; i < 16; ++i) {
        const std::string base = "R" + std::to_string(i);
        general(reg, name, base, i, 8);
        general(reg, name, base + "D", i, 4);
        general(reg, name, base + "W", i, 2);
        general(reg, name, base + "B", i, 1);
      }
      if (name.size() > 3 && name.substr(1, 2) == "MM" && name[0] >= 'X' && name[0] <= 'Z') {
        operands_[reg] = {Operand::Kind::vector,
                          static_cast<std::uint8_t>(std::stoul(name.substr(3))),
                          static_cast<std::uint8_t>(16U << (name[0] - 'X')), false};
      }
      if (name.size() == 3 && name.starts_with("ST") && name[2] >= '0' && name[2] <= '7') {
        operands_[reg] = {Operand::Kind::x87, static_cast<std::uint8_t>(name[2] - '0'), 0, false};
      }
      if (name.size() == 2 && name[0] == 'K') {
        operands_[reg] = {Operand::Kind::mask, static_cast<std::uint8_t>(name[1] - '0'), 8, false};
      }
    }
  }

  [[nodiscard]] const Operand& operator[](unsigned reg) const { return operands_[reg]; }

 private:
  void general(unsigned reg, const std::string& name, const std::string& wanted, unsigned index,
               unsigned bytes) {
    if (name == wanted) {
      operands_[reg] = {Operand::Kind::general, static_cast<std::uint8_t>(index),
                        static_cast<std::uint8_t>(bytes), false};
    }
  }

  std::vector<Operand> operands_;
};

// What an instruction without a meaning may leave behind: nothing that is known.
void forget_outputs(Machine& m, const Operation& op) {
  for (const Operand& output : m.clobbers->at(op.instruction)) {
    if (output.kind == Operand::Kind::general) {
      m.general[output.reg].unknown = 0xFF;
      m.general[output.reg].origin = computed_at(op);
    } else if (output.kind == Operand::Kind::vector) {
      m.vector[output.reg].unknown = ~std::uint64_t{0};
      m.vector[output.reg].origin = computed_at(op);
    } else if (output.kind == Operand::Kind::mask) {
      m.mask[output.reg].unknown = ~std::uint64_t{0};
      m.mask[output.reg].origin = computed_at(op);
    } else {
      set_flags_unknown(m.flags, computed_at(op));
    }
  }
}

void refuse_instruction(Machine& m, const Operation& op) {
  m.refuse(RefusalKind::unknown_instruction, op,
           "accesses memory or changes control flow in a way that no instruction family knows "
           "(LLVM's " +
               m.code.opcode_of(op.instruction) + ")");
}

class Lowering {
 public:
  explicit Lowering(const MachineCode& code)
      : code_(code), registers_(registers_of(*code.mc->target->registers)) {}

  Program run() {
    static const FamilyTable kTable;
    program_.operations.resize(code_.instructions.size());
    for (std::uint32_t i = 0; i < code_.instructions.size(); ++i) {
      Operation& op = program_.operations[i];
      op.instruction = i;
      const OpcodeName name = split_opcode_name(code_.mc->opcode_name(i));
      const Meaning* meaning = kTable.find(name.mnemonic);
      read_operands(i, name, meaning != nullptr && meaning->reads_destination, op);
      if (meaning != nullptr && (readable_ || meaning->ignores_operands)) {
        apply(name, *meaning, op);
      }
      if (op.run == nullptr) {
        without_meaning(i, op);
      }
    }
    for (const BasicBlock& block : code_.blocks) {
      aim(block);
    }
    return std::move(program_);
  }

 private:
  [[nodiscard]] const llvm::MCInst& inst(std::uint32_t i) const {
    return code_.mc->instructions[i];
  }

  // Masked instructions name their destination once more, as what masked-off lanes keep: an operand
  // only of those that read it anyway.
  void read_operands(std::uint32_t i, const OpcodeName& name, bool reads_destination,
                     Operation& op) {
    const auto& description = code_.mc->description(i);
    const auto& decoded = inst(i);
    readable_ = true;
    op.operand_count = 0;
    for (unsigned k = 0; k < decoded.getNumOperands();) {
      const bool described = k < description.getNumOperands();
      // LLVM does not mark the operand of lea, which is no access, as memory.
      const bool is_address = name.mnemonic == "LEA" && k == 1;
      if (described &&
          (is_address || description.OpInfo[k].OperandType == llvm::MCOI::OPERAND_MEMORY) &&
          k + kMemoryParts <= decoded.getNumOperands()) {
        read_memory(i, k, op);
        push(op, {Operand::Kind::memory, 0, 0, false});
        k += kMemoryParts;
        continue;
      }
      const auto& operand = decoded.getOperand(k);
      if (operand.isReg()) {
        const Operand reg = registers_[operand.getReg()];
        const bool is_pass_through = name.masked && k > 0 && described && !reads_destination &&
                                     description.getOperandConstraint(k, llvm::MCOI::TIED_TO) == 0;
        const bool is_mask =
            name.masked && k > 0 && reg.kind == Operand::Kind::mask && op.mask == 0;
        if (is_mask) {
          op.mask = reg.reg;
        } else if (!is_pass_through) {
          push(op, reg);
        }
      } else if (operand.isImm()) {
        op.immediate = static_cast<std::uint64_t>(operand.getImm());
        push(op, {Operand::Kind::immediate, 0, 0, false});
      } else {
        readable_ = false;
      }
      ++k;
    }
  }

  void push(Operation& op, const Operand& operand) {
    if (op.operand_count == op.operands.size()) {
      readable_ = false;
      return;
    }
    op.operands[op.operand_count++] = operand;
  }

  void read_memory(std::uint32_t i, unsigned k, Operation& op) {
    const auto& decoded = inst(i);
    const unsigned base = decoded.getOperand(k).getReg();
    const unsigned index = decoded.getOperand(k + 2).getReg();
    const auto& displacement = decoded.getOperand(k + 3);
    op.memory = {};
    op.memory.scale = static_cast<std::uint8_t>(decoded.getOperand(k + 1).getImm());
    if (!displacement.isImm() || decoded.getOperand(k + 4).getReg() != 0) {
      readable_ = false;  // a segment: thread-local storage
      return;
    }
    op.memory.displacement = displacement.getImm();
    if (base != 0 && base == code_.mc->target->registers->getProgramCounter()) {
      op.memory.displacement += static_cast<std::int64_t>(code_.instructions[i].address +
                                                          code_.instructions[i].size_bytes);
    } else if (base != 0) {
      readable_ = readable_ && registers_[base].kind == Operand::Kind::general;
      op.memory.base = registers_[base].reg;
    }
    if (index != 0) {
      const Operand& reg = registers_[index];
      if (reg.kind == Operand::Kind::general || reg.kind == Operand::Kind::vector) {
        op.memory.index = reg.reg;
        op.memory.index_bytes = reg.kind == Operand::Kind::vector ? reg.bytes : 0;
      }  // else riz and eiz: no index
    }
  }

  static void apply(const OpcodeName& name, const Meaning& meaning, Operation& op) {
    op.run = meaning.run;
    op.width_bytes =
        static_cast<std::uint8_t>(name.general_bytes != 0 ? name.general_bytes : name.vector_bytes);
    op.element_bytes = static_cast<std::uint8_t>(meaning.lane_bytes);
    op.zeroing = name.zeroing;
    op.broadcast = name.broadcast;
    op.clears_upper = name.vex;
    op.masked_lanes = name.scalar ? 1 : 0;
    const unsigned memory_bytes = name.broadcast              ? meaning.lane_bytes
                                  : meaning.memory_bytes != 0 ? meaning.memory_bytes
                                                              : op.width_bytes;
    op.memory_bytes = static_cast<std::uint8_t>(memory_bytes);
    if (name.masked && op.mask == 0) {
      op.run = nullptr;
      return;
    }
    const bool rounds = takes_rounding(name, op);
    if (meaning.prepare != nullptr) {
      meaning.prepare(name, op);
    }
    const bool is_to_nearest = (op.immediate & 3U) == 0;  // as always
    if (rounds && !is_to_nearest && op.run != nullptr) {
      op.inner = std::exchange(op.run, run_rounded);
    }
  }

  // EVEX forms on registers alone may say how to round: "rrb", their last operand.
  static bool takes_rounding(const OpcodeName& name, Operation& op) {
    if (!name.vex || name.form.find('b') == std::string::npos || name.broadcast ||
        name.form.find('i') != std::string::npos || op.operand_count == 0 ||
        op.operands[op.operand_count - 1].kind != Operand::Kind::immediate) {
      return false;
    }
    --op.operand_count;
    return true;
  }

  // Whatever an instruction of the x87 unit does to its stack.
  [[nodiscard]] bool is_of_x87(std::uint32_t i) const {
    const auto written = code_.mc->written_registers(i);
    return std::any_of(written.begin(), written.end(), [&](unsigned reg) {
      return std::string_view(code_.mc->target->registers->getName(reg)) == "FPSW";
    });
  }

  void without_meaning(std::uint32_t i, Operation& op) {
    const auto& description = code_.mc->description(i);
    const bool has_memory =
        std::any_of(op.operands.begin(), op.operands.end(),
                    [](const Operand& operand) { return operand.kind == Operand::Kind::memory; });
    if (!readable_ || has_memory || description.mayLoad() || description.mayStore() ||
        description.isCall() || description.isTerminator() || is_of_x87(i) ||
        (description.hasUnmodeledSideEffects() && description.getNumDefs() == 0)) {
      op.run = refuse_instruction;
      return;
    }
    op.run = forget_outputs;
    std::vector<Operand>& outputs = program_.clobbers[i];
    for (const unsigned written : code_.mc->written_registers(i)) {
      outputs.push_back(registers_[written]);  // the flags are of no kind
    }
  }

  // Where jumps and calls lead.
  void aim(const BasicBlock& block) {
    const std::uint32_t last = block.first_instruction + block.instruction_count - 1;
    const auto& description = code_.mc->description(last);
    if (!description.isBranch() && !description.isCall()) {
      return;
    }
    Operation& op = program_.operations[last];
    std::uint64_t address = 0;
    const auto& instruction = code_.instructions[last];
    if (!code_.mc->target->analysis->evaluateBranch(inst(last), instruction.address,
                                                    instruction.size_bytes, address)) {
      return;
    }
    if (block.callee) {
      address = code_.functions[*block.callee].address;
    } else if (!block.runtime_callee.empty()) {
      address = code_.image->function_named(block.runtime_callee)->address;
    }
    const ImageFunction* const callee = code_.image->function_at(address);
    if (callee != nullptr && callee->address == address && !callee->external &&
        is_runtime_function(callee->symbol)) {
      op.vector_arguments = static_cast<std::uint8_t>(vector_arguments_read(code_, *callee));
    }
    op.target_address = address;
    if (description.isBranch()) {
      const auto target = code_.block_at(op.target_address);
      const auto edge = target
                            ? std::find(block.successors.begin(), block.successors.end(), *target)
                            : block.successors.end();
      op.target_block = target.value_or(kNoBlock);
      op.target_edge =
          edge == block.successors.end()
              ? kNoEdge
              : block.first_edge + static_cast<std::uint32_t>(edge - block.successors.begin());
    }
  }

  // All x86-64 processors name their registers alike.
  static const RegisterMap& registers_of(const llvm::MCRegisterInfo& info) {
    static const RegisterMap kRegisters(info);
    return kRegisters;
  }

  const MachineCode& code_;
  const RegisterMap& registers_;
  Program program_;
  bool readable_ = true;
};

bool is_form_letter(const std::string& name, std::size_t at) {
  const auto digit = [&](std::size_t i) {
    return i < name.size() && std::isdigit(static_cast<unsigned char>(name[i])) != 0;
  };
  return std::islower(static_cast<unsigned char>(name[at])) != 0 &&
         !(name[at] == 'x' && at > 0 && digit(at - 1) && digit(at + 1));
}

void replace_in(std::string& text, std::string_view what, std::string_view by) {
  if (const auto at = text.find(what); at != std::string::npos) {
    text.replace(at, what.size(), by);
  }
}

bool cut_suffix(std::string& text, std::string_view suffix) {
  if (!text.ends_with(suffix) || text.size() == suffix.size()) {
    return false;
  }
  text.resize(text.size() - suffix.size());
  return true;
}

}  // namespace

FamilyTable::FamilyTable() {
  add_moves(*this);
  add_integer_arithmetic(*this);
  add_multiply_divide(*this);
  add_register_bits(*this);
  add_shifts(*this);
  add_control_flow(*this);
  add_atomics(*this);
  add_vector_moves(*this);
  add_vector_integers(*this);
  add_vector_shifts(*this);
  add_shuffles(*this);
  add_masks(*this);
  add_masked_memory(*this);
  add_floating_point(*this);
  add_floating_comparisons(*this);
  add_floating_fractions(*this);
  add_conversions(*this);
  add_lane_pairs(*this);
  add_saturation(*this);
  add_compaction(*this);
  add_vector_bits(*this);
  add_dot_products(*this);
  add_x87(*this);
}

OpcodeName split_opcode_name(std::string_view llvm_name) {
  std::string text(llvm_name);
  // Names that do not follow the pattern of upper-case mnemonic and lower-case form.
  replace_in(text, "PQIto64", "PQITO64");
  replace_in(text, "64toPQI", "64TOPQI");
  replace_in(text, "64toSD", "64TOSD");
  replace_in(text, "SDto64", "SDTO64");
  replace_in(text, "QILo2PQI", "QILO2PQI");
  replace_in(text, "64toSH", "64TOSH");
  replace_in(text, "SHtoW64", "SHTOW64");
  for (const char lane : {'B', 'W', 'D', 'Q'}) {
    replace_in(text, std::string("BROADCAST") + lane + "rZ",
               std::string("BROADCAST") + lane + "GZ");
  }
  replace_in(text, "LEA64_32", "LEA32");
  OpcodeName name;
  std::size_t form = 0;
  while (form < text.size() && !is_form_letter(text, form)) {
    ++form;
  }
  name.form = text.substr(form);
  std::string& head = name.mnemonic;
  head = text.substr(0, form);
  for (const char* suffix : {"_Int", "_REV", "_alt", "_NOREX", "_ND", "_EVEX"}) {
    cut_suffix(name.form, suffix);
  }
  if (name.form.empty() && head.size() > 2 && head[head.size() - 2] == '_') {
    head.resize(head.size() - 2);  // JCC_1: the size of its displacement
  }
  std::transform(head.begin(), head.end(), head.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const bool is_mask_instruction = head[0] == 'K';
  if (head[0] == 'V' && head.size() > 3) {
    name.vex = true;
    head.erase(0, 1);
    for (const auto& [suffix, bytes] : {std::pair{"Z128", 16U}, std::pair{"Z256", 32U},
                                        std::pair{"Z", 64U}, std::pair{"Y", 32U}}) {
      if (cut_suffix(head, suffix)) {
        name.vector_bytes = bytes;
        break;
      }
    }
    if (head.starts_with("PERMI2") || head.starts_with("PERMT2")) {  // named without Z
      name.vector_bytes = cut_suffix(head, "128") ? 16 : cut_suffix(head, "256") ? 32 : 64;
    }
    // Of one float, whatever the register's length; not "PMAXSD", signed double words.
    const bool scalar = (head.ends_with("SS") || head.ends_with("SD") || head.ends_with("SH")) &&
                        head[0] != 'P' && !head.starts_with("BROADCAST");
    name.scalar = scalar;
    if (scalar && name.vector_bytes == 64) {
      name.vector_bytes = 16;
    }
    name.masked = name.form.find('k') != std::string::npos;
    name.zeroing = name.form.find('z') != std::string::npos;
    name.broadcast =
        name.form.find('b') != std::string::npos && name.form.find('m') != std::string::npos;
  } else if (!is_mask_instruction && !head.starts_with("CVT") && !head.ends_with("TO64")) {
    for (const auto& [suffix, bytes] :
         {std::pair{"64", 8U}, std::pair{"32", 4U}, std::pair{"16", 2U}, std::pair{"8", 1U}}) {
      if (head.size() > 1 && cut_suffix(head, suffix)) {
        name.general_bytes = bytes;
        break;
      }
    }
  }
  return name;
}

bool is_without_meaning(const Operation& op) noexcept {
  return op.run == forget_outputs || op.run == refuse_instruction;
}

Program lower(const MachineCode& code) { return Lowering(code).run(); }

std::shared_ptr<const LoweredCode> lowered_code(const std::shared_ptr<const ObjectImage>& image,
                                                std::string_view entry, std::string_view cpu) {
  auto lowered = std::make_shared<LoweredCode>();
  lowered->code = decode(image, entry, cpu);
  lowered->program = lower(lowered->code);
  note_decisions(lowered->code, lowered->program);
  note_lane_comparisons(lowered->code, lowered->program);
  return lowered;
}

}  // namespace clgauge::lens
