#include "lens/throughput/spilled_vectors.h"

#include <llvm/MC/MCInstrDesc.h>
#include <llvm/MC/MCRegisterInfo.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>

#include "lens/code/machine_code.h"
#include "lens/code/mc.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/opcode_pattern.h"

namespace clgauge::lens {
namespace {

// By the width of vectors: 16, 32, 64 bytes.
constexpr std::size_t kWidths = 3;
constexpr std::array<double, kWidths> kCyclesOfReload = {0.1, 0.4, 0.8};
constexpr double kLongerFused = 0.7;  // of 64 bytes that a fused multiply-add waits for
constexpr double kCyclesOfOperation = 0.5;

std::size_t width_of(std::string_view opcode) {
  const auto has = [opcode](std::string_view part) {
    return opcode.find(part) != std::string_view::npos;
  };
  if (is_of_512_bits(opcode)) {
    return 2;
  }
  return has("Z256") || has("Yr") || has("Ym") ? 1 : 0;
}

// Compilers keep frames behind one of these.
bool is_in_frame(const NamedAddress& address, const llvm::MCRegisterInfo& registers) {
  static constexpr std::array<std::string_view, 3> kBases = {"RSP", "RBP", "RBX"};
  const std::string_view base = address.base == 0 ? "" : registers.getName(address.base);
  return address.index == 0 && std::ranges::find(kBases, base) != kBases.end();
}

}  // namespace

double cycles_of_spilled_vectors(const MachineCode& code, const BasicBlock& block) {
  std::map<NamedAddress, std::size_t> stored;
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
    const bool accesses = description.mayLoad() || description.mayStore();
    operations += name.starts_with("VMOV") ? 0 : 1;
    fused += is_fused_multiply_add(name) ? 1 : 0;
    const auto address =
        accesses ? named_address(code.mc->instructions[at], description) : std::nullopt;
    if (!address || !is_in_frame(*address, *code.mc->target->registers)) {
      continue;
    }
    if (description.mayStore()) {
      stored[*address] = width_of(name);
    } else {
      loaded.insert(*address);
    }
  }
  std::array<double, kWidths> reloads{};
  for (const auto& [address, width] : stored) {
    reloads.at(width) += loaded.contains(address) ? 1 : 0;
  }
  const double of_reloads =
      std::inner_product(reloads.begin(), reloads.end(), kCyclesOfReload.begin(),
                         kLongerFused * std::min(fused, reloads.back()));
  return of_reloads > 0 ? of_reloads + kCyclesOfOperation * operations : 0;
}

}  // namespace clgauge::lens
