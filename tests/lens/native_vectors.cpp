#include "native_vectors.h"

#include <cpuid.h>
#include <elf.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// Where a component of the XSAVE area lies (standard format, as ptrace hands it out).
struct Component {
  std::size_t offset = 0;
  std::size_t bytes = 0;  // 0: this processor or system has no such registers
};

Component component(unsigned number) {
  unsigned bytes = 0;
  unsigned offset = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid_count(0xD, number, &bytes, &offset, &ecx, &edx) == 0) {
    return {};
  }
  return {offset, bytes};
}

constexpr std::size_t kLegacyXmm = 160;
constexpr unsigned kUpperYmm = 2;
constexpr unsigned kMasks = 5;
constexpr unsigned kUpperZmm = 6;  // of the first 16
constexpr unsigned kHighZmm = 7;   // the last 16, all of them

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return contains(text, part); });
}

// An EVEX name in parts: "VPMOVDBZ256mrk" is PMOVDB, 32 bytes, "mrk".
struct EvexName {
  std::string_view stem;
  unsigned vector_bytes = 0;  // 0: not of EVEX
  std::string_view form;
};

EvexName evex_name(std::string_view name) {
  EvexName parts;
  const auto at = name.rfind('Z');
  // "VPMOVZX..." without EVEX has a Z, too, but no form right behind it.
  if (name.empty() || name[0] != 'V' || at == std::string_view::npos) {
    return parts;
  }
  std::string_view rest = name.substr(at + 1);
  unsigned bytes = 64;
  if (rest.substr(0, 3) == "128" || rest.substr(0, 3) == "256") {
    bytes = rest[0] == '1' ? 16 : 32;
    rest.remove_prefix(3);
  }
  if (rest.empty() || (rest[0] != 'r' && rest[0] != 'm')) {
    return parts;
  }
  parts.stem = name.substr(1, at - 1);
  parts.vector_bytes = bytes;
  parts.form = rest;
  return parts;
}

unsigned bytes_of_letter(char letter) {
  return letter == 'B' ? 1 : letter == 'W' ? 2 : letter == 'D' ? 4 : 8;
}

// A lane in memory and the wider of that and a lane in registers.
struct LaneBytes {
  unsigned memory = 0;
  unsigned wider = 0;
};

LaneBytes lane_bytes(std::string_view stem, bool stores) {
  const auto ends = [&](std::string_view end) {
    return stem.size() >= end.size() && stem.substr(stem.size() - end.size()) == end;
  };
  if (stem.substr(0, 4) == "PMOV") {  // PMOVSXBW, PMOVUSDB, PMOVQD: from, to
    const unsigned from = bytes_of_letter(stem[stem.size() - 2]);
    const unsigned to = bytes_of_letter(stem.back());
    return {stores ? to : from, std::max(from, to)};
  }
  if (stem.substr(0, 3) == "CVT") {
    const auto of = [](std::string_view type) -> unsigned {
      return contains_any(type, {"PH", "SH"}) || type.back() == 'W' ? 2
             : contains_any(type, {"PD", "QQ", "SD"})               ? 8
                                                                    : 4;
    };
    const auto at = stem.find('2');
    const unsigned from = of(stem.substr(0, at));
    const unsigned to = of(stem.substr(at));
    return {stores ? to : from, std::max(from, to)};
  }
  if (stem[0] != 'P') {  // PMINSD is of double words, MINSD of doubles
    if (contains(stem, "64") || ends("PD") || ends("SD")) {
      return {8, 8};
    }
    if (contains(stem, "32") || ends("PS") || ends("SS")) {
      return {4, 4};
    }
    if (ends("PH") || ends("SH")) {
      return {2, 2};
    }
    if (ends("DQU16") || ends("DQU8")) {
      return ends("16") ? LaneBytes{2, 2} : LaneBytes{1, 1};
    }
  }
  const unsigned bytes = bytes_of_letter(stem.back());
  return {bytes, bytes};
}

// Of one float, whatever the vector's length.
bool is_scalar(std::string_view stem) {
  const std::string_view end = stem.substr(std::max<std::size_t>(stem.size(), 2) - 2);
  return (end == "SS" || end == "SD" || end == "SH") && stem[0] != 'P' &&
         !contains(stem, "BROADCAST");
}

// Exception classes E4NF, E5NF and E6NF of Intel's manual: a mask keeps no lane from being loaded.
bool loads_whatever_the_mask(std::string_view stem, std::string_view form) {
  if (contains_any(stem, {"PERM", "SHUF", "UNPCK", "ALIGN", "PACK", "DUP", "MADD", "INSERT",
                          "DBPSADBW", "MULTISHIFT", "CONFLICT"})) {
    // FMADD is no MADD, and IFMA's 52-bit products know their lanes.
    return !contains_any(stem, {"FMADD", "FNMADD", "MADD52"});
  }
  // A count for all lanes, in 16 bytes.
  const bool counts = stem.size() == 5 && contains_any(stem, {"PSLL", "PSRL", "PSRA"});
  return counts && form.substr(0, 2) == "rm";
}

class Operands {
 public:
  Operands(const MachineCode& code, std::uint32_t instruction)
      : inst_(code.mc->instructions[instruction]), registers_(*code.mc->target->registers) {}

  [[nodiscard]] std::string_view name(unsigned k) const {
    const auto& operand = inst_.getOperand(k);
    return operand.isReg() && operand.getReg() != 0 ? registers_.getName(operand.getReg()) : "";
  }
  [[nodiscard]] bool is_vector(unsigned k) const {
    return name(k).size() > 3 && name(k).substr(1, 2) == "MM";
  }
  [[nodiscard]] unsigned number(unsigned k) const {
    return static_cast<unsigned>(std::stoul(std::string(name(k).substr(is_vector(k) ? 3 : 1))));
  }
  [[nodiscard]] unsigned vector_bytes(unsigned k) const { return 16U << (name(k)[0] - 'X'); }
  [[nodiscard]] std::int64_t immediate(unsigned k) const { return inst_.getOperand(k).getImm(); }
  [[nodiscard]] unsigned count() const { return inst_.getNumOperands(); }

 private:
  const llvm::MCInst& inst_;
  const llvm::MCRegisterInfo& registers_;
};

// LLVM tells the size of an operand in memory only where it prints it as Intel does: "ymmword ptr
// [rax]". 0 where it does not.
unsigned operand_bytes(const MachineCode& code, std::uint32_t instruction) {
  static constexpr std::array<std::pair<std::string_view, unsigned>, 7> kSizes{{{"byte", 1},
                                                                                {"word", 2},
                                                                                {"dword", 4},
                                                                                {"qword", 8},
                                                                                {"xmmword", 16},
                                                                                {"ymmword", 32},
                                                                                {"zmmword", 64}}};
  const McTarget& target = *code.mc->target;
  const std::unique_ptr<llvm::MCInstPrinter> printer(target.target->createMCInstPrinter(
      llvm::Triple(target.triple), 1, *target.assembly, *target.instructions, *target.registers));
  std::string text;
  llvm::raw_string_ostream stream(text);
  printer->printInst(&code.mc->instructions[instruction], 0, "", *target.subtarget, stream);
  stream.flush();
  const std::size_t end = text.find(" ptr ");
  const std::size_t before = end == std::string::npos ? end : text.find_last_of(" \t", end - 1);
  for (const auto& [word, bytes] : kSizes) {
    if (before != std::string::npos && text.substr(before + 1, end - before - 1) == word) {
      return bytes;
    }
  }
  return 0;
}

// The mask is a mask register anywhere but in the place of a comparison's result.
void read_mask(const Operands& operands, LaneForm& form) {
  for (unsigned k = 1; k < operands.count(); ++k) {
    const std::string_view name = operands.name(k);
    if (name.size() == 2 && name[0] == 'K') {
      form.mask = operands.number(k);
      return;
    }
  }
}

LaneForm indexed_form(const Operands& operands, std::string_view name, unsigned memory) {
  const bool loads = contains(name, "GATHER");
  // "QPSYrm" behind it: what the index is and what the data are.
  const std::string_view types =
      name.substr(name.find(loads ? "GATHER" : "SCATTER") + (loads ? 6 : 7));
  LaneForm form;
  form.kind = LaneForm::Kind::indexed;
  form.index_bytes = types[0] == 'Q' ? 8 : 4;
  form.lane_bytes = types[1] == 'Q' || types.substr(1, 2) == "PD" ? 8 : 4;
  form.index = operands.number(memory + 2);
  form.scale = operands.immediate(memory + 1);
  const unsigned data = loads ? 0 : operands.count() - 1;
  form.lanes = std::min(operands.vector_bytes(memory + 2) / form.index_bytes,
                        operands.vector_bytes(data) / form.lane_bytes);
  form.by_sign = operands.is_vector(1) && loads;
  if (form.by_sign) {
    form.mask = operands.number(1);
  } else {
    read_mask(operands, form);
  }
  return form;
}

// vmaskmov: [destination, mask, memory] or [memory, mask, source].
LaneForm signed_form(const Operands& operands, std::string_view name, unsigned memory) {
  const unsigned mask = memory == 0 ? 5 : 1;
  LaneForm form;
  form.kind = LaneForm::Kind::runs;
  form.by_sign = true;
  form.mask = operands.number(mask);
  form.lane_bytes = contains_any(name, {"MOVPD", "MOVQ"}) ? 8 : 4;
  form.lanes = operands.vector_bytes(mask) / form.lane_bytes;
  return form;
}

std::int64_t lane_index(const LaneForm& form, const VectorRegisters& registers, unsigned lane) {
  const std::uint8_t* at =
      registers.vector[form.index].data() + std::size_t{form.index_bytes} * lane;
  std::int64_t wide = 0;
  std::int32_t narrow = 0;
  if (form.index_bytes == 8) {
    std::memcpy(&wide, at, 8);
    return wide;
  }
  std::memcpy(&narrow, at, 4);
  return narrow;
}

}  // namespace

VectorRegisters vector_registers(pid_t child) {
  static const Component kYmm = component(kUpperYmm);
  static const Component kMask = component(kMasks);
  static const Component kUpper = component(kUpperZmm);
  static const Component kHigh = component(kHighZmm);
  alignas(64) std::array<std::uint8_t, 16384> area{};
  iovec where{area.data(), area.size()};
  ptrace(PTRACE_GETREGSET, child, NT_X86_XSTATE, &where);
  VectorRegisters registers;
  const auto copy = [&](const Component& from, unsigned first, std::size_t at, std::size_t bytes) {
    for (std::size_t reg = 0; reg < 16 && reg * bytes < from.bytes; ++reg) {
      std::memcpy(registers.vector[first + reg].data() + at,
                  area.data() + from.offset + reg * bytes, bytes);
    }
  };
  copy({kLegacyXmm, 256}, 0, 0, 16);
  copy(kYmm, 0, 16, 16);
  copy(kUpper, 0, 32, 32);
  copy(kHigh, 16, 0, 64);
  if (kMask.bytes != 0) {
    std::memcpy(registers.mask.data(), area.data() + kMask.offset, sizeof(registers.mask));
  }
  return registers;
}

LaneForm lane_form(const MachineCode& code, std::uint32_t instruction, int memory_operand) {
  const std::string_view name = code.mc->opcode_name(instruction);
  const Operands operands(code, instruction);
  const auto memory = static_cast<unsigned>(memory_operand);
  if (contains_any(name, {"GATHER", "SCATTER"}) && operands.is_vector(memory + 2)) {
    return indexed_form(operands, name, memory);
  }
  if (contains(name, "MASKMOV")) {
    return signed_form(operands, name, memory);
  }
  LaneForm form;
  form.bytes = operand_bytes(code, instruction);
  const EvexName parts = evex_name(name);
  if (!contains(parts.form, "k") || loads_whatever_the_mask(parts.stem, parts.form)) {
    return form;
  }
  const bool stores = memory == 0;
  const LaneBytes bytes = lane_bytes(parts.stem, stores);
  read_mask(operands, form);
  const bool broadcasts = contains(parts.stem, "BROADCAST") || contains(parts.form, "b");
  form.kind = broadcasts                                         ? LaneForm::Kind::any
              : contains_any(parts.stem, {"COMPRESS", "EXPAND"}) ? LaneForm::Kind::packed
                                                                 : LaneForm::Kind::runs;
  form.lane_bytes = bytes.memory;
  form.lanes = is_scalar(parts.stem) ? 1 : parts.vector_bytes / bytes.wider;
  if (contains(parts.stem, "EXTRACT")) {  // stores a part of the vector: EXTRACTF32x4
    form.lanes = static_cast<unsigned>(parts.stem.back() - '0');
  }
  return form;
}

std::vector<LaneAccess> lane_accesses(const LaneForm& form, const VectorRegisters& registers) {
  std::uint64_t active = 0;
  for (unsigned k = 0; k < form.lanes; ++k) {
    const bool set = form.by_sign
                         ? registers.vector[form.mask][(k + 1) * form.lane_bytes - 1] >= 0x80
                         : (registers.mask[form.mask] >> k & 1U) != 0;
    active |= std::uint64_t{set} << k;
  }
  if (form.kind == LaneForm::Kind::any || form.kind == LaneForm::Kind::packed) {
    const auto lanes = static_cast<unsigned>(std::popcount(active));
    const bool is_packed = form.kind == LaneForm::Kind::packed;
    return lanes == 0
               ? std::vector<LaneAccess>()
               : std::vector<LaneAccess>{{0, is_packed ? lanes * form.lane_bytes : form.bytes}};
  }
  std::vector<LaneAccess> accesses;
  bool before = false;
  for (unsigned k = 0; k < form.lanes; ++k) {
    const bool now = (active >> k & 1U) != 0;
    if (now && form.kind == LaneForm::Kind::indexed) {
      accesses.push_back({static_cast<std::uint64_t>(lane_index(form, registers, k) * form.scale),
                          form.lane_bytes});
    } else if (now && before) {
      accesses.back().bytes += form.lane_bytes;
    } else if (now) {
      accesses.push_back({std::uint64_t{k} * form.lane_bytes, form.lane_bytes});
    }
    before = now;
  }
  return accesses;
}

}  // namespace clgauge::lens
