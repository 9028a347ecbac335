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

// A vector that comes back takes so long; how the longer of those and operations gets longer still.
constexpr double kCyclesOfReload = 1.4;
constexpr double kCyclesOfOperation = 0.5;
constexpr double kNorm = 3;
// What is fused goes round again so often while it waits for one, but not for the first few.
constexpr double kRoundsOfFused = 2.55;
constexpr double kFewReloads = 2;
constexpr double kManyReloads = 14;
// Stores that are so far behind left for the cache: what comes back does so sooner, more so from
// one to the other, by this part of the above.
constexpr double kStillOnTheirWay = 38;
constexpr double kLongGone = 46;
constexpr double kPartOfGone = 0.77;
constexpr double kPartOfGoneFused = 0.45;

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
  const double gone =
      std::clamp((reloads - kStillOnTheirWay) / (kLongGone - kStillOnTheirWay), 0.0, 1.0);
  const double of_reloads = kCyclesOfReload * reloads * (1 - (1 - kPartOfGone) * gone);
  const double of_operations = kCyclesOfOperation * operations;
  const double rounds =
      kRoundsOfFused * (1 - (1 - kPartOfGoneFused) * gone) *
      std::clamp((reloads - kFewReloads) / (kManyReloads - kFewReloads), 0.0, 1.0);
  return std::max(std::pow(std::pow(of_reloads, kNorm) + std::pow(of_operations, kNorm), 1 / kNorm),
                  of_operations + kCyclesOfOperation * rounds * std::min(fused, reloads));
}

}  // namespace clgauge::lens
