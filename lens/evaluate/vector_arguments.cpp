#include "lens/evaluate/vector_arguments.h"

#include <llvm/Support/raw_ostream.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

constexpr std::size_t kMostArguments = 8;

// Of XMM1, YMM1, ZMM1 the number; kMostArguments for all other registers.
std::size_t argument_in(unsigned reg, const llvm::MCRegisterInfo& registers) {
  const std::string_view name = registers.getName(reg);
  const bool is_first = name.size() == 4 && name.substr(1, 2) == "MM" && name[3] >= '0' &&
                        name[3] < '0' + static_cast<char>(kMostArguments);
  return is_first ? static_cast<std::size_t>(name[3] - '0') : kMostArguments;
}

// Of what an instruction reads by its form alone: the lanes that a conversion leaves as they were,
// and what is cleared.
bool reads_by_form(const llvm::MCInst& inst, std::string_view name) {
  const bool clears = name.find("XOR") != name.npos && inst.getNumOperands() == 3 &&
                      inst.getOperand(2).isReg() &&
                      inst.getOperand(1).getReg() == inst.getOperand(2).getReg();
  return clears || name.starts_with("VCVTSI") || name.starts_with("VCVTUSI");
}

}  // namespace

unsigned vector_arguments_read(const MachineCode& code, const ImageFunction& function) {
  const ObjectImage& image = *code.image;
  const McTarget& target = *code.mc->target;
  std::array<bool, kMostArguments> is_read{};
  std::array<bool, kMostArguments> is_written{};
  const auto note = [&](const llvm::MCOperand& operand, std::array<bool, kMostArguments>& in,
                        const std::array<bool, kMostArguments>& unless) {
    const std::size_t k = operand.isReg() && operand.getReg() != 0
                              ? argument_in(operand.getReg(), *target.registers)
                              : kMostArguments;
    if (k < kMostArguments && !unless.at(k)) {
      in.at(k) = true;
    }
  };
  const std::uint64_t end = function.address + function.size_bytes;
  for (std::uint64_t at = function.address; at < end && image.contains(at, end - at);) {
    llvm::MCInst inst;
    std::uint64_t bytes = 0;
    const llvm::ArrayRef<std::uint8_t> rest(
        reinterpret_cast<const std::uint8_t*>(image.bytes.data()) + (at - image.base_address),
        end - at);
    if (target.disassembler->getInstruction(inst, bytes, rest, at, llvm::nulls()) !=
            llvm::MCDisassembler::Success ||
        bytes == 0) {
      break;
    }
    const llvm::MCInstrDesc& description = target.instructions->get(inst.getOpcode());
    if (description.isCall() || description.isTerminator()) {
      break;
    }
    // What is written may be read as well, if it stands among the other operands, too.
    const llvm::StringRef name = target.instructions->getName(inst.getOpcode());
    const bool reads = !reads_by_form(inst, {name.data(), name.size()});
    for (unsigned k = description.getNumDefs(); reads && k < inst.getNumOperands(); ++k) {
      note(inst.getOperand(k), is_read, is_written);
    }
    for (unsigned k = 0; k < description.getNumDefs() && k < inst.getNumOperands(); ++k) {
      note(inst.getOperand(k), is_written, is_written);
    }
    at += bytes;
  }
  unsigned read = 0;
  for (std::size_t k = 0; k < kMostArguments; ++k) {
    read |= is_read.at(k) ? 1U << k : 0U;
  }
  return read;
}

}  // namespace clgauge::lens
