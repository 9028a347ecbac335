#pragma once

#include <llvm/MC/MCInst.h>
#include <llvm/MCA/InstrBuilder.h>

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lens/code/mc.h"
#include "lens/throughput/early_loads.h"
#include "lens/throughput/lowered.h"
#include "lens/throughput/made_instructions.h"
#include "lens/throughput/occupied_units.h"

namespace clgauge::lens {

// Instructions as LLVM-MCA describes them by one processor's table, mended where measurements prove
// this wrong (errata.h) and by what stands beside them: halves of what has 512 bits, jumps that are
// one with what is before them. For .cpp files only, as code/mc.h. Not thread-safe.
class MendedInstructions {
 public:
  // Both have to outlive it.
  MendedInstructions(const McTarget& target, const UnitMasks& units);

  // Null for what the table does not know, counted in `unknown` by LLVM's name. Stays until the
  // next sequence is lowered.
  Lowered lower(const std::vector<llvm::MCInst>& sequence,
                std::map<std::string, std::uint32_t>& unknown);

 private:
  using Made = llvm::Expected<std::unique_ptr<llvm::mca::Instruction>>;
  // What an instruction is in the sequence that it stands in: the same opcode may be several.
  struct Place {
    bool is_half = false;           // of an operation of 512 bits
    bool is_fused = false;          // with what is before it
    bool is_beside_wide = false;    // where others compute with 512 bits
    bool is_paired = false;         // stored with the store before (paired_stores.h)
    bool is_indexed = false;        // computes with what it loads by an index
    bool has_long_address = false;  // EarlyLoads
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 15 misreads a defaulted comparison
    auto operator<=>(const Place&) const = default;
  };
  // Of a copy, in which an operation of 512 bits becomes its half, at a place of which is known
  // what its neighbours make of it. Null for what the table does not know.
  std::unique_ptr<llvm::mca::Instruction> make(llvm::MCInst inst, Place place);
  Made build(const llvm::MCInst& inst, const Place& place);
  // Whether what an instruction costs depends on its operands: builders tell those apart by where
  // they lie.
  [[nodiscard]] bool is_told_by_place(unsigned opcode) const;
  void mend(llvm::mca::InstrDesc& description, const llvm::MCInst& inst, const Place& place) const;
  [[nodiscard]] bool computes_by_index(const llvm::MCInst& inst) const;
  // golden_cove_errata.h.
  [[nodiscard]] unsigned golden_cove_opcode(const llvm::MCInst& inst) const;

  const McTarget& target_;
  const UnitMasks& units_;
  EarlyLoads early_loads_;
  // Each has one description for an opcode.
  std::map<Place, llvm::mca::InstrBuilder> builders_;
  std::deque<llvm::MCInst> told_by_place_;  // what builders have seen lies here
  MadeInstructions made_;
  std::set<const llvm::mca::InstrDesc*> mended_;  // of any builder
};

}  // namespace clgauge::lens
