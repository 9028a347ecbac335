#include <array>
#include <string_view>

#include "lens/ptx/machine_cost.h"
#include "lens/ptx/operand_roles.h"
#include "lens/ptx/typed_operation.h"

namespace clgauge::lens::ptx {
namespace {

// What ptxas leaves between an instruction of sm_90 and the first that reads its result, where that
// is fixed (the stall counts in the code of the programs that docs/lens-ptx.md names).
constexpr double kArithmeticCycles = 4;  // 5 where another unit reads it
constexpr double kLongProductCycles = 5;
constexpr double kDoubleCycles = 8;
constexpr double kPredicateCycles = 13;  // until a jump, or a guarded instruction
constexpr double kDoublePredicateCycles = 18;
// Where it is not: H100 in Accel-Sim's tested configurations (sfu 23); shared memory and the first
// cache of an H800 (Luo et al., arXiv:2402.13499 and 2501.12084).
constexpr double kSpecialCycles = 23;
constexpr double kSharedMemoryCycles = 29;
constexpr double kFirstCacheCycles = 40;
constexpr double kBarrierCycles = 20;  // when all are there; assumed

// Chains of those above, for what becomes several instructions. An H200 takes 125 cycles for a
// division of doubles, 26 for their maximum, 36 for the upper half of a product of 64 bits.
struct Chain {
  std::string_view opcode;
  std::string_view variant;
  char type;
  double cycles;
};
constexpr double kScaledCycles =
    kPredicateCycles + 2 * kArithmeticCycles;  // of numbers near zero, and back
constexpr std::array kChains{
    Chain{"div", "full", 'f', kScaledCycles + kSpecialCycles + 2 * kArithmeticCycles},
    Chain{"div", "approx", 'f', kScaledCycles + kSpecialCycles + kArithmeticCycles},
    Chain{"div", "", 'f', kSpecialCycles + 5 * kArithmeticCycles + kPredicateCycles},
    Chain{"div", "", 'd', kSpecialCycles + 11 * kDoubleCycles + kPredicateCycles},
    Chain{
        "div", "", 'i',
        3 * kSpecialCycles + 6 * kArithmeticCycles + 2 * kLongProductCycles + 2 * kPredicateCycles},
    Chain{
        "rem", "", 'i',
        3 * kSpecialCycles + 6 * kArithmeticCycles + 2 * kLongProductCycles + 2 * kPredicateCycles},
    Chain{"div", "", 'l', 3 * kSpecialCycles + 20 * kLongProductCycles + 4 * kPredicateCycles},
    Chain{"rem", "", 'l', 3 * kSpecialCycles + 20 * kLongProductCycles + 4 * kPredicateCycles},
    Chain{"rcp", "approx", 'f', kScaledCycles + kSpecialCycles},
    Chain{"rcp", "", 'f', kSpecialCycles + 3 * kArithmeticCycles + kPredicateCycles},
    Chain{"rcp", "", 'd', kSpecialCycles + 7 * kDoubleCycles + kPredicateCycles},
    Chain{"sqrt", "approx", 'f', kScaledCycles + kSpecialCycles},
    Chain{"sqrt", "", 'f', kSpecialCycles + 4 * kArithmeticCycles + kPredicateCycles},
    Chain{"sqrt", "", 'd', kSpecialCycles + 11 * kDoubleCycles + kPredicateCycles},
    Chain{"rsqrt", "", 'f', kScaledCycles + kSpecialCycles},
    Chain{"rsqrt", "", 'd', kSpecialCycles + 7 * kDoubleCycles + kPredicateCycles},
    Chain{"min", "", 'd', kDoublePredicateCycles + 2 * kArithmeticCycles},
    Chain{"max", "", 'd', kDoublePredicateCycles + 2 * kArithmeticCycles},
    Chain{"mul", "lo", 'l', 3 * kArithmeticCycles},
    Chain{"mul", "hi", 'l', 6 * kLongProductCycles},
    Chain{"mad", "hi", 'l', 6 * kLongProductCycles},
    Chain{"ex2", "", 'f', kScaledCycles + kSpecialCycles},
    Chain{"lg2", "", 'f', kScaledCycles + kSpecialCycles},
    Chain{"sin", "", 'f', kArithmeticCycles + kSpecialCycles},
    Chain{"cos", "", 'f', kArithmeticCycles + kSpecialCycles},
    Chain{"tanh", "", 'f', kSpecialCycles},
};

double latency_of_memory(const Instruction& instruction) {
  if (instruction.has("param")) {
    return kArithmeticCycles;
  }
  return instruction.has("shared") ? kSharedMemoryCycles : kFirstCacheCycles;
}

}  // namespace

double latency_cycles(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  if (opcode == "bar" || opcode == "barrier") {
    return kBarrierCycles;
  }
  if (!has_result(instruction)) {
    return 0;
  }
  if (is_any_of(opcode, {"ld", "ldu", "atom", "shfl"})) {
    return opcode == "shfl" ? kSharedMemoryCycles : latency_of_memory(instruction);
  }
  const MachineCost cost = machine_cost(instruction);
  if (cost.special == 1 && cost.issue <= 2) {
    return kSpecialCycles + (cost.issue - 1) * kArithmeticCycles;
  }
  const OperationTypes types = types_of(instruction);
  const char letter = letter_of(types.first);
  for (const Chain& chain : kChains) {
    const bool is_variant =
        chain.variant.empty() || instruction.has(std::string(chain.variant).c_str());
    if (chain.opcode == opcode && is_variant && chain.type == letter) {
      return chain.cycles;
    }
  }
  if (opcode == "setp") {
    return letter_of(types.last) == 'd' ? kDoublePredicateCycles : kPredicateCycles;
  }
  if (cost.conversions > 0) {
    return kSpecialCycles;
  }
  if (cost.fp64 > 0) {
    return kDoubleCycles;
  }
  if (cost.issue == 0) {
    return 0;
  }
  const bool is_long = letter == 'l' || instruction.has("wide") || instruction.has("hi");
  return is_long ? (cost.issue > 2 ? 3 * kLongProductCycles : kLongProductCycles)
                 : kArithmeticCycles;
}

}  // namespace clgauge::lens::ptx
