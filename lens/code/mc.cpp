#include "lens/code/mc.h"

#include <cpuid.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/Host.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>

#include "base/error.h"
#include "lens/code/zen.h"

namespace clgauge::lens {
namespace {

// Behind the base of an address.
constexpr unsigned kScale = 1;
constexpr unsigned kIndex = 2;
constexpr unsigned kDisplacement = 3;

bool names_register(const llvm::MCInst& inst, unsigned operand) {
  return inst.getOperand(operand).isReg() && inst.getOperand(operand).getReg() != 0;
}

void initialise_x86_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();  // scheduling models, too
    LLVMInitializeX86Disassembler();
  });
}

// By which LLVM knows the processor's table.
std::string table_of(const std::string& cpu) {
  return is_zen4_or_later(cpu)     ? std::string(kZen3)
         : cpu == "sapphirerapids" ? "icelake-server"
                                   : cpu;
}

// By CPUID, as AMD 24594 ("AMD64 Architecture Programmer's Manual", volume 3) has it: LLVM 15 has
// no name for a processor that came after it.
bool is_family_of_zen5() {
  constexpr unsigned kFamily = 0x1a;
  constexpr unsigned kExtendedFrom = 0xf;
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx) == 0 || ebx != signature_AMD_ebx ||
      __get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) {
    return false;
  }
  return ((eax >> 8U) & 0xfU) == kExtendedFrom && kExtendedFrom + ((eax >> 20U) & 0xffU) == kFamily;
}

}  // namespace

std::string core_of(const std::string& llvm_name, const CoreSigns& signs) {
  if (signs.has_avx512 && signs.is_family_of_zen5) {
    return std::string(kZen5);
  }
  if (llvm_name == "znver3" && signs.has_avx512) {
    return std::string(kZen4);
  }
  return signs.has_halves && !llvm_name.starts_with("znver") ? "sapphirerapids" : llvm_name;
}

std::string host_cpu() {
  llvm::StringMap<bool> features;
  (void)llvm::sys::getHostCPUFeatures(features);
  return core_of(llvm::sys::getHostCPUName().str(), {.has_avx512 = features.lookup("avx512f"),
                                                     .has_halves = features.lookup("avx512fp16"),
                                                     .is_family_of_zen5 = is_family_of_zen5()});
}

McTarget::McTarget(std::string_view cpu_or_empty)
    : cpu(cpu_or_empty.empty() ? host_cpu() : std::string(cpu_or_empty)) {
  initialise_x86_once();
  std::string problem;
  target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (target == nullptr) {
    throw Error(ErrorKind::unsupported, "this LLVM has no x86-64 back end (" + problem +
                                            "); install one that has, as Debian's llvm-15 does");
  }
  registers.reset(target->createMCRegInfo(triple));
  assembly.reset(target->createMCAsmInfo(*registers, triple, options));
  instructions.reset(target->createMCInstrInfo());
  subtarget.reset(target->createMCSubtargetInfo(triple, "", ""));
  if (!subtarget->isCPUStringValid(table_of(cpu))) {
    throw Error(ErrorKind::usage, "LLVM " LLVM_VERSION_STRING " does not know the processor '" +
                                      cpu +
                                      "'; `llc -march=x86-64 -mcpu=help` lists those it does");
  }
  // Only the tables are this processor's: LLVM decodes every extension of x86, whatever is asked
  // for here.
  subtarget.reset(target->createMCSubtargetInfo(triple, table_of(cpu), ""));
  context = std::make_unique<llvm::MCContext>(llvm::Triple(triple), assembly.get(), registers.get(),
                                              subtarget.get());
  disassembler.reset(target->createMCDisassembler(*subtarget, *context));
  analysis.reset(target->createMCInstrAnalysis(instructions.get()));
  printer.reset(
      target->createMCInstPrinter(llvm::Triple(triple), 0, *assembly, *instructions, *registers));
  printer->setPrintImmHex(true);
  printer->setPrintBranchImmAsAddress(true);
}

std::optional<unsigned> first_of_address(const llvm::MCInst& inst,
                                         const llvm::MCInstrDesc& description) {
  for (unsigned o = 0;
       o + kDisplacement < inst.getNumOperands() && o < description.getNumOperands(); ++o) {
    if (description.OpInfo[o].OperandType == llvm::MCOI::OPERAND_MEMORY) {
      return o;
    }
  }
  return std::nullopt;
}

std::optional<NamedAddress> named_address(const llvm::MCInst& inst,
                                          const llvm::MCInstrDesc& description) {
  const auto first = first_of_address(inst, description);
  if (!first) {
    return std::nullopt;
  }
  const llvm::MCOperand& base = inst.getOperand(*first);
  const llvm::MCOperand& index = inst.getOperand(*first + 2);
  const llvm::MCOperand& displacement = inst.getOperand(*first + 3);
  if (!base.isReg() || !index.isReg() || !displacement.isImm()) {
    return std::nullopt;
  }
  return NamedAddress{base.getReg(), index.getReg(), inst.getOperand(*first + 1).getImm(),
                      displacement.getImm()};
}

bool has_index(const llvm::MCInst& inst, const llvm::MCInstrDesc& description) {
  const auto first = first_of_address(inst, description);
  return first && names_register(inst, *first + kIndex);
}

bool scales_index(const llvm::MCInst& inst, unsigned first_of_address) {
  const llvm::MCOperand& scale = inst.getOperand(first_of_address + kScale);
  return names_register(inst, first_of_address + kIndex) && scale.isImm() && scale.getImm() > 1;
}

bool adds_three(const llvm::MCInst& inst, unsigned first_of_address) {
  const llvm::MCOperand& displacement = inst.getOperand(first_of_address + kDisplacement);
  return names_register(inst, first_of_address) &&
         names_register(inst, first_of_address + kIndex) &&
         !(displacement.isImm() && displacement.getImm() == 0);
}

bool McCode::is_locked(std::uint32_t instruction) const {
  const std::string_view name = opcode_name(instruction);
  return (name.starts_with("XCHG") && name.ends_with("rm")) ||
         (instruction > 0 && opcode_name(instruction - 1) == "LOCK_PREFIX");
}

std::vector<unsigned> McCode::written_registers(std::uint32_t instruction) const {
  const llvm::MCInstrDesc& what = description(instruction);
  const llvm::MCInst& named = instructions[instruction];
  std::vector<unsigned> written;
  for (unsigned k = 0; k < what.getNumDefs() && k < named.getNumOperands(); ++k) {
    const llvm::MCOperand& operand = named.getOperand(k);
    if (operand.isReg() && operand.getReg() != 0) {
      written.push_back(operand.getReg());
    }
  }
  const llvm::MCPhysReg* implicit = what.getImplicitDefs();
  for (; implicit != nullptr && *implicit != 0; ++implicit) {
    written.push_back(*implicit);
  }
  return written;
}

}  // namespace clgauge::lens
