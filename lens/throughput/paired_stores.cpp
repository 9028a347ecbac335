#include "lens/throughput/paired_stores.h"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "lens/code/mc.h"
#include "lens/code/zen.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/golden_cove_errata.h"

namespace clgauge::lens {
namespace {

// Where a line begins nobody knows; addresses no farther from each other are mostly in one.
constexpr std::int64_t kNear = 31;
constexpr std::int64_t kNearOfVectors = 32;

bool are_near(const NamedAddress& a, const NamedAddress& b, std::int64_t farthest) {
  return a.base == b.base && a.index == b.index && a.scale == b.scale &&
         std::abs(a.displacement - b.displacement) <= farthest;
}

bool stores_general_register(std::string_view opcode) {
  return opcode.starts_with("MOV") && opcode.find("mr") != std::string_view::npos &&
         (opcode.starts_with("MOV8") || opcode.starts_with("MOV16") ||
          opcode.starts_with("MOV32") || opcode.starts_with("MOV64mr"));
}

// Of up to 32 bytes.
bool stores_vector(std::string_view opcode) {
  return opcode.starts_with("VMOV") && opcode.ends_with("mr") && !is_of_512_bits(opcode);
}

}  // namespace

std::vector<bool> stored_with_before(const std::vector<llvm::MCInst>& sequence,
                                     const McTarget& target) {
  std::vector<bool> together(sequence.size(), false);
  const bool is_golden_cove = target.cpu == kGoldenCove;
  if (target.cpu != kZen4 && !is_golden_cove) {
    return together;
  }
  const std::int64_t farthest = is_golden_cove ? kNearOfVectors : kNear;
  std::optional<NamedAddress> alone;  // the store before, unless it goes with one before it
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const llvm::MCInstrDesc& description = target.instructions->get(sequence[i].getOpcode());
    if (description.mayStore()) {
      const std::string_view name = target.opcode_name(sequence[i].getOpcode());
      const bool may_pair =
          stores_general_register(name) || (is_golden_cove && stores_vector(name));
      const auto stored = may_pair ? named_address(sequence[i], description) : std::nullopt;
      together[i] = alone && stored && are_near(*stored, *alone, farthest);
      alone = together[i] ? std::nullopt : stored;
    } else if (alone) {
      for (const unsigned reg : {alone->base, alone->index}) {
        if (alone && reg != 0 && description.hasDefOfPhysReg(sequence[i], reg, *target.registers)) {
          alone.reset();
        }
      }
    }
  }
  return together;
}

}  // namespace clgauge::lens
