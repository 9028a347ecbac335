#include "lens/throughput/spilled_vectors.h"

#include <llvm/MC/MCInstrDesc.h>
#include <llvm/MC/MCRegisterInfo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "lens/code/machine_code.h"
#include "lens/code/mc.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/opcode_pattern.h"

namespace clgauge::lens {
namespace {

// Each vector that comes back, and each operation, alone, and by which norm they make the longer of
// both longer still: of what is fused, and of all else.
constexpr double kCyclesOfReload = 1.45;
constexpr double kCyclesOfOperation = 0.5;
constexpr double kNormOfFused = 1.5;
constexpr double kNormOfOthers = 3;

// Compilers keep frames behind one of these.
bool is_in_frame(const NamedAddress& address, const llvm::MCRegisterInfo& registers) {
  static constexpr std::array<std::string_view, 3> kBases = {"RSP", "RBP", "RBX"};
  const std::string_view base = address.base == 0 ? "" : registers.getName(address.base);
  return address.index == 0 && std::ranges::find(kBases, base) != kBases.end();
}

}  // namespace

double cycles_of_spilled_vectors(const MachineCode& code, const BasicBlock& block) {
  std::set<NamedAddress> stored;
  std::set<NamedAddress> loaded;
  double operations = 0;
  double fused = 0;
  for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
    const std::uint32_t at = block.first_instruction + i;
    const std::string_view name = code.mc->opcode_name(at);
    if (!name.starts_with('V')) {
      continue;
    }
    const llvm::MCInstrDesc& description = code.mc->description(at);
    operations += name.starts_with("VMOV") ? 0 : 1;
    fused += is_fused_multiply_add(name) ? 1 : 0;
    const bool accesses = description.mayLoad() || description.mayStore();
    const auto address = accesses && is_of_512_bits(name)
                             ? named_address(code.mc->instructions[at], description)
                             : std::nullopt;
    if (address && is_in_frame(*address, *code.mc->target->registers)) {
      (description.mayStore() ? stored : loaded).insert(*address);
    }
  }
  const auto reloads = static_cast<double>(std::ranges::count_if(
      stored, [&](const NamedAddress& address) { return loaded.contains(address); }));
  if (reloads == 0) {
    return 0;
  }
  const double norm =
      kNormOfOthers - (kNormOfOthers - kNormOfFused) * std::min(1.0, fused / reloads);
  return std::pow(
      std::pow(kCyclesOfReload * reloads, norm) + std::pow(kCyclesOfOperation * operations, norm),
      1 / norm);
}

}  // namespace clgauge::lens
