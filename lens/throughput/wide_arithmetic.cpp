#include "lens/throughput/wide_arithmetic.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lens/code/machine_code.h"
#include "lens/code/mc.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/instruction_class.h"

namespace clgauge::lens {
namespace {

bool is_wide(std::string_view opcode) {
  // Of a single number, for all lanes.
  const bool is_broadcast =
      opcode.starts_with("VBROADCASTS") && opcode.find("Zr") != std::string_view::npos;
  return is_broadcast || is_of_512_bits(opcode);
}

// Of 512 bits.
bool is_arithmetic(std::string_view opcode, const llvm::MCInstrDesc& description) {
  if (opcode.find("CMP") != std::string_view::npos) {
    return false;
  }
  switch (class_of(opcode, description)) {
    case InstructionClass::add:
    case InstructionClass::multiply:
    case InstructionClass::divide:
    case InstructionClass::vector_multiply:
    case InstructionClass::convert:
      return true;
    default:
      return false;
  }
}

// What one takes of the power that a product does.
constexpr double kPartOfOther = 0.3;
constexpr double kPartOfStore = 0.5;
constexpr double kPartOfBroadcast = 0.4;  // a load of one element

// Of 512 bits.
double power_of(std::string_view opcode, const llvm::MCInstrDesc& description) {
  const bool is_broadcast = opcode.starts_with("VBROADCASTS") || opcode.starts_with("VPBROADCAST");
  const bool loads_one = is_broadcast || opcode.find("mb") != std::string_view::npos;
  double power = description.mayStore() ? kPartOfStore : 0;
  if (description.mayLoad()) {
    power += loads_one ? kPartOfBroadcast : 1;
  }
  if (opcode.starts_with("VMOV") || (is_broadcast && description.mayLoad())) {
    return power;
  }
  switch (class_of(opcode, description)) {
    case InstructionClass::multiply:
    case InstructionClass::vector_multiply:
      return power + 1;
    default:
      return power + kPartOfOther;
  }
}

}  // namespace

void WideWork::add(const WideWork& other, double times) {
  arithmetic += times * other.arithmetic;
  operations += times * other.operations;
}

std::vector<WideWork> wide_work(const MachineCode& code, std::span<const double> passes) {
  std::vector<WideWork> work(passes.size());
  for (std::size_t b = 0; b < passes.size(); ++b) {
    const BasicBlock& block = code.blocks[b];
    for (std::uint32_t i = 0; passes[b] > 0 && i < block.instruction_count; ++i) {
      const std::uint32_t at = block.first_instruction + i;
      const std::string_view opcode = code.mc->opcode_name(at);
      if (is_wide(opcode)) {
        const llvm::MCInstrDesc& description = code.mc->description(at);
        work[b].add({is_arithmetic(opcode, description) ? 1.0 : 0.0, power_of(opcode, description)},
                    passes[b]);
      }
    }
  }
  return work;
}

std::vector<WidePart> wide_parts(const MachineCode& code, std::span<const WideWork> work,
                                 std::span<const double> cycles) {
  std::vector<WidePart> parts(code.loops.size() + 1);
  std::vector<bool> is_taken(work.size());
  const auto take = [&](std::uint32_t block, WidePart& part) {
    if (!is_taken[block]) {
      part.work.add(work[block], 1);
      part.cycles += cycles[block];
      is_taken[block] = true;
    }
  };
  for (std::size_t l = 0; l < code.loops.size(); ++l) {  // inner ones first
    for (const std::uint32_t block : code.loops[l].blocks) {
      take(block, parts[l]);
    }
  }
  for (std::uint32_t block = 0; block < work.size(); ++block) {
    take(block, parts.back());
  }
  return parts;
}

}  // namespace clgauge::lens
