#pragma once

// LLVM's view of MachineCode. For .cpp files only: these headers are expensive.
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/ErrorOr.h>
#include <llvm/Target/TargetOptions.h>

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// What tells processors apart whose names LLVM 15 has wrong.
struct CoreSigns {
  bool has_avx512 = false;
  bool has_halves = false;  // AVX512-FP16
  bool is_family_of_zen5 = false;
};
// A processor by LLVM's name for it, Zen 4 and 5 by the names that LLVM 16 and 19 gave them: LLVM
// 15 takes the one for znver3 and does not know the other. Of Intel's only Golden Cove and those
// after it have halves: Emerald and Granite Rapids came after LLVM 15, and a host may hide what
// they are (a Granite Rapids said to be family 6, model 167: a Rocket Lake). Thread-safe.
[[nodiscard]] std::string core_of(const std::string& llvm_name, const CoreSigns& signs);
// This machine's. Thread-safe.
[[nodiscard]] std::string host_cpu();

// LLVM's machine-code layer for x86-64 and one processor; znver4 and znver5 have the
// table of znver3. Not thread-safe (MCContext is not): one per thread, or one lock.
struct McTarget {
  explicit McTarget(std::string_view cpu_or_empty);

  // LLVM's name of it: "VPADDDYrm".
  [[nodiscard]] std::string_view opcode_name(unsigned opcode) const {
    const llvm::StringRef name = instructions->getName(opcode);
    return {name.data(), name.size()};
  }

  std::string triple = "x86_64-unknown-linux-gnu";
  std::string cpu;
  const llvm::Target* target = nullptr;
  llvm::MCTargetOptions options;
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembly;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
  std::unique_ptr<llvm::MCInstPrinter> printer;
};

// Where its operands begin that name an address (base, scale, index, displacement), if any do.
[[nodiscard]] std::optional<unsigned> first_of_address(const llvm::MCInst& inst,
                                                       const llvm::MCInstrDesc& description);
// An address as its instruction names it, by registers that may change.
struct NamedAddress {
  unsigned base = 0;
  unsigned index = 0;
  std::int64_t scale = 0;
  std::int64_t displacement = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 15 misreads a defaulted comparison
  friend auto operator<=>(const NamedAddress&, const NamedAddress&) = default;
};
// Where its displacement is a number.
[[nodiscard]] std::optional<NamedAddress> named_address(const llvm::MCInst& inst,
                                                        const llvm::MCInstrDesc& description);
// Whether it goes to memory by a base and an index.
[[nodiscard]] bool has_index(const llvm::MCInst& inst, const llvm::MCInstrDesc& description);

// Of the address whose operands begin there: whether its index is to be multiplied, and whether a
// base, an index and a displacement are to be added.
[[nodiscard]] bool scales_index(const llvm::MCInst& inst, unsigned first_of_address);
[[nodiscard]] bool adds_three(const llvm::MCInst& inst, unsigned first_of_address);

struct McCode {
  std::shared_ptr<const McTarget> target;
  std::vector<llvm::MCInst> instructions;  // as MachineCode::instructions

  [[nodiscard]] const llvm::MCInstrDesc& description(std::uint32_t instruction) const {
    return target->instructions->get(instructions[instruction].getOpcode());
  }
  [[nodiscard]] std::string_view opcode_name(std::uint32_t instruction) const {
    return target->opcode_name(instructions[instruction].getOpcode());
  }
  // An update of memory as nobody else does one meanwhile: behind a prefix, and exchanges with
  // memory without one.
  [[nodiscard]] bool is_locked(std::uint32_t instruction) const;
  // Named or implied; the flags are one of them.
  [[nodiscard]] std::vector<unsigned> written_registers(std::uint32_t instruction) const;
};

}  // namespace clgauge::lens
