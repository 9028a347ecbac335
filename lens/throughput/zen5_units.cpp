#include "lens/throughput/zen5_units.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "lens/throughput/errata.h"
#include "lens/throughput/extra_units.h"
#include "lens/throughput/zen5_timed.h"
#include "lens/throughput/zen_units.h"

namespace clgauge::lens {
namespace {

// Timed on an EPYC 9005, unrolled: 120 LEA take 20.5 cycles, of shifts (SHLX, RORX) or products of
// integers 40, of shifts and products by turns 30 (60 of each), of shifts and LEA 20.7; PDEP,
// TZCNT, BLSR as shifts, POPCNT and LZCNT as LEA; 60 fused jumps that are not taken 20.7.
struct Group {
  std::string_view of_zen3;
  std::string_view of_zen5;
};
constexpr std::array<Group, 5> kGroups = {{{"Zn3ALU0123", "Zn3ALU0123|Integer4|Integer5"},
                                           {"Zn3ALU03", "Zn3ALU0123|Integer4|Integer5"},
                                           {"Zn3ALU12", "Zn3ALU1|Zn3ALU2|Integer4"},
                                           {"Zn3ALU1", "Zn3ALU2|Integer4|Integer5"},  // products
                                           {"Zn3BRU01", "Zn3ALU0|Zn3BRU1|Integer5"}}};

// POPCNT and LZCNT, which the table has where it has products: any unit does them.
bool counts_bits(std::string_view opcode) {
  return opcode.starts_with("POPCNT") || opcode.starts_with("LZCNT");
}

// What vectors are computed with takes two cycles at least.
void begin_second_cycle(std::string_view opcode, const UnitMasks& units,
                        llvm::mca::InstrDesc& description) {
  const std::uint64_t pipes = mask_of(units, zen::kAnyUnit);
  const bool computes = std::ranges::any_of(
      description.Resources, [&](const auto& use) { return (use.first & pipes) != 0; });
  if (computes && description.MaxLatency == 1 && !opcode.starts_with("K")) {
    set_latency(2, description);
  }
}

}  // namespace

void use_units_of_zen5(std::string_view opcode, const UnitMasks& units,
                       llvm::mca::InstrDesc& description) {
  for (auto& [mask, usage] : description.Resources) {
    for (const Group& group : kGroups) {
      if (mask == mask_of(units, group.of_zen3)) {
        mask = mask_of(units, counts_bits(opcode) ? kGroups.front().of_zen5 : group.of_zen5);
        break;
      }
    }
  }
  // Loads of general registers, four a cycle, as many as there are addresses; of vectors two, with
  // one more access of any kind.
  const std::uint64_t addresses = mask_of(units, zen::kAddresses);
  const bool is_of_vector = uses(mask_of(units, zen::kLoadPorts), description) ||
                            uses(mask_of(units, zen::kStorePort), description);
  if (!is_of_vector && uses(addresses, description)) {
    drop(addresses, description);
    occupy(addresses | kZen5Address3.mask, 1, description);
    drop(mask_of(units, zen::kLoads), description);
    drop(mask_of(units, zen::kLoadsAndStores), description);
  }
  // And four accesses in all: four loads of vectors and eight others take 3.8 cycles, four stores
  // of vectors and eight loads 3.1.
  const std::uint64_t all_addresses = addresses | kZen5Address3.mask;
  if (is_of_vector && !uses(all_addresses, description)) {
    drop(addresses, description);
    occupy(all_addresses, 1, description);
  }
  // What takes a Zen 4 one cycle takes two: chains of VPADDD, VPAND, VSHUFPS, VPSLLD, of any width.
  begin_second_cycle(opcode, units, description);
  // Two a cycle, what changes memory among them, wherever they go: eight to eight lines, over and
  // over, take 4.4 cycles.
  if (const std::uint64_t stores = mask_of(units, zen::kStores); uses(stores, description)) {
    occupy(stores, 1, description);
    const bool is_of_vector_or_mask = uses(mask_of(units, zen::kStorePort), description) ||
                                      opcode.starts_with('V') || opcode.starts_with('K');
    drop(mask_of(units, zen::kStorePort), description);
    if (is_of_vector_or_mask && !uses(kZenToRegisters.mask, description)) {
      occupy(mask_of(units, zen::kOutOfVectors), 1, description);
    }
  }
}

void widen_store_of_zen5(const UnitMasks& units, llvm::mca::InstrDesc& description) {
  for (const std::uint64_t mask : {mask_of(units, zen::kStores), kReadsForStore}) {
    if (uses(mask, description)) {
      occupy(mask, 2, description);
    }
  }
}

}  // namespace clgauge::lens
