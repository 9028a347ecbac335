#include "lens/throughput/accumulators.h"

#include <algorithm>

#include "lens/code/mc.h"
#include "lens/throughput/register_results.h"

namespace clgauge::lens {
namespace {

// Units of the vector registers among the operands [first, last).
std::vector<unsigned> units_of(const llvm::MCInst& inst, unsigned first, unsigned last,
                               const McTarget& target) {
  std::vector<unsigned> units;
  for (unsigned o = first; o < std::min(last, inst.getNumOperands()); ++o) {
    const llvm::MCOperand& operand = inst.getOperand(o);
    if (operand.isReg() && operand.getReg() != 0 && is_vector_register(operand.getReg(), target)) {
      for (llvm::MCRegUnitIterator unit(operand.getReg(), target.registers.get()); unit.isValid();
           ++unit) {
        units.push_back(*unit);
      }
    }
  }
  return units;
}

unsigned defs_of(const llvm::MCInst& inst, const McTarget& target) {
  return target.instructions->get(inst.getOpcode()).getNumDefs();
}

}  // namespace

std::set<unsigned> accumulators(const std::vector<llvm::MCInst>& round, const McTarget& target) {
  std::set<unsigned> found;
  std::set<unsigned> written;
  std::set<unsigned> taken_along;  // read before any instruction of the round has written them
  for (const llvm::MCInst& inst : round) {
    const unsigned defs = defs_of(inst, target);
    const std::vector<unsigned> read = units_of(inst, defs, inst.getNumOperands(), target);
    for (const unsigned unit : read) {
      if (!written.contains(unit)) {
        taken_along.insert(unit);
      }
    }
    for (const unsigned unit : units_of(inst, 0, defs, target)) {
      written.insert(unit);
      if (taken_along.contains(unit) && std::find(read.begin(), read.end(), unit) != read.end()) {
        found.insert(unit);
      }
    }
  }
  return found;
}

void remove_written(const std::vector<llvm::MCInst>& sequence, const McTarget& target,
                    std::set<unsigned>& units) {
  for (const llvm::MCInst& inst : sequence) {
    for (const unsigned unit : units_of(inst, 0, defs_of(inst, target), target)) {
      units.erase(unit);
    }
  }
}

}  // namespace clgauge::lens
