#include "lens/throughput/instruction_class.h"

#include <llvm/MC/MCInstrDesc.h>

#include <algorithm>
#include <span>

namespace clgauge::lens {
namespace {

using enum InstructionClass;

// How LLVM's name of an opcode begins; the first that fits counts.
struct Beginning {
  std::string_view text;
  InstructionClass one;
};

// Behind the V; all others are of integers.
constexpr auto kVectors = std::to_array<Beginning>({
    {"FMADD", multiply},
    {"FMSUB", multiply},
    {"FNMADD", multiply},
    {"FNMSUB", multiply},
    {"MUL", multiply},
    {"RCP", multiply},
    {"RSQRT", multiply},
    {"SCALEF", multiply},
    {"REDUCE", multiply},
    {"DIV", divide},
    {"SQRT", divide},
    {"ADD", add},
    {"SUB", add},
    {"HADD", add},
    {"HSUB", add},
    {"MAX", add},
    {"MIN", add},
    {"CMP", add},
    {"COMIS", crossing},
    {"UCOMIS", crossing},
    {"CVT", convert},
    {"ROUND", convert},
    {"RNDSCALE", convert},
    {"PMOVMSK", crossing},
    {"PMOV", convert},
    {"PMUL", vector_multiply},
    {"PMADD", vector_multiply},
    {"PSADBW", vector_multiply},
    {"PDP", vector_multiply},
    {"PSLLDQ", shuffle},
    {"PSRLDQ", shuffle},
    {"PSLL", vector_shift},
    {"PSRL", vector_shift},
    {"PSRA", vector_shift},
    {"PROL", vector_shift},
    {"PROR", vector_shift},
    {"PSHUF", shuffle},
    {"PERM", shuffle},
    {"PUNPCK", shuffle},
    {"PACK", shuffle},
    {"PALIGN", shuffle},
    {"PBROADCAST", shuffle},
    {"PINSR", crossing},
    {"PEXTR", crossing},
    {"PTEST", crossing},
    {"PBLEND", blend},
    {"PGATHER", shuffle},
    {"PSCATTER", shuffle},
    {"PCOMPRESS", shuffle},
    {"PEXPAND", shuffle},
    {"SHUF", shuffle},
    {"UNPCK", shuffle},
    {"ALIGN", shuffle},
    {"BROADCAST", shuffle},
    {"INSERT", shuffle},
    {"EXTRACTPS", crossing},
    {"EXTRACT", shuffle},
    {"GATHER", shuffle},
    {"SCATTER", shuffle},
    {"COMPRESS", shuffle},
    {"EXPAND", shuffle},
    {"TESTP", crossing},
    {"MOVMSK", crossing},
    {"MOVD", crossing},
    {"MOVSHDUP", shuffle},
    {"MOVSLDUP", shuffle},
    {"MOVHLPS", shuffle},
    {"MOVLHPS", shuffle},
    {"BLEND", blend},
    {"AND", blend},
    {"OR", blend},
    {"XOR", blend},
    {"MOV", blend},
});

constexpr auto kGenerals = std::to_array<Beginning>({
    {"IMUL", integer_multiply},
    {"MUL", integer_multiply},
    {"DIV", divide},
    {"IDIV", divide},
    {"K", blend},
});

InstructionClass first_of(std::span<const Beginning> table, std::string_view name,
                          InstructionClass otherwise) {
  const auto found =
      std::ranges::find_if(table, [&](const Beginning& one) { return name.starts_with(one.text); });
  return found == table.end() ? otherwise : found->one;
}

// Between register files, by LLVM's names: VMOVPQIto64rr, VMOVDI2PDIrr, VCVTTSS2SIrr,
// VCVTSI2SSrr, KMOVWrk.
bool crosses(std::string_view opcode) {
  const bool moves = opcode.starts_with("VMOV") || opcode.starts_with("KMOV");
  return (opcode.starts_with("VCVT") && (opcode.find("2SI") != std::string_view::npos ||
                                         opcode.find("SI2S") != std::string_view::npos)) ||
         (moves && (opcode.find("to64rr") != std::string_view::npos ||
                    opcode.find("2DIrr") != std::string_view::npos ||
                    opcode.find("toPQIrr") != std::string_view::npos ||
                    opcode.find("2PDIrr") != std::string_view::npos || opcode.ends_with("rk") ||
                    opcode.ends_with("kr")));
}

}  // namespace

InstructionClass class_of(std::string_view opcode, const llvm::MCInstrDesc& description) {
  const bool is_vector = opcode.starts_with('V');
  if (opcode.substr(is_vector ? 1 : 0).starts_with("MOV") && description.mayStore()) {
    return store;
  }
  if (opcode.substr(is_vector ? 1 : 0).starts_with("MOV") && description.mayLoad()) {
    return load;
  }
  if (crosses(opcode)) {
    return crossing;
  }
  return is_vector ? first_of(kVectors, opcode.substr(1), vector_integer)
                   : first_of(kGenerals, opcode, integer);
}

}  // namespace clgauge::lens
