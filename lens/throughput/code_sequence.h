#pragma once

#include <llvm/MC/MCInst.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// Instructions of blocks, one after another, as a core is asked what they cost. For .cpp files
// only, as code/mc.h.
struct CodeSequence {
  static constexpr auto kElsewhere = std::numeric_limits<std::uint32_t>::max();

  std::vector<llvm::MCInst> instructions;
  std::vector<std::uint32_t> places;  // in the code; of what is called, kElsewhere
  std::vector<std::size_t> starts;    // of the blocks
  // What calls store through their arguments: the call, and the place of the store.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> outputs;

  // Behind the last instruction of a block.
  [[nodiscard]] std::size_t end_of(std::size_t block) const {
    return block + 1 < starts.size() ? starts[block + 1] : places.size();
  }

  // Where an instruction of the code stands.
  [[nodiscard]] std::vector<std::uint32_t> places_of(std::uint32_t instruction) const;
  // The same in one of the blocks; of a call that was inlined, where its body stores what it hands
  // out.
  [[nodiscard]] std::vector<std::uint32_t> places_in(std::size_t block,
                                                     std::uint32_t instruction) const;
  // Those of these places that are in the code itself, as its instructions.
  [[nodiscard]] std::vector<std::uint32_t> instructions_at(
      const std::vector<std::size_t>& at) const;
};

// Makes them: without calls and returns, or with what calls do as if it were inlined. Zeroing a
// register by itself waits for nothing in them. Not thread-safe.
class CodeSequences {
 public:
  // Which has to outlive it.
  explicit CodeSequences(const MachineCode& code) : code_(code) {}

  // SequenceCosts::inline_call.
  void inline_call(std::uint32_t call, const std::string& symbol, const MachineCode& code,
                   std::span<const std::uint32_t> path);
  [[nodiscard]] bool is_inlined(std::uint32_t call) const { return calls_.contains(call); }
  // How many calls of these blocks are, once each.
  [[nodiscard]] double inlined_calls(std::span<const std::uint32_t> blocks) const;

  [[nodiscard]] CodeSequence of(std::span<const std::uint32_t> blocks) const;

 private:
  [[nodiscard]] const std::vector<llvm::MCInst>* body_called_by(std::uint32_t instruction) const;
  void add_body(std::uint32_t call, const std::vector<llvm::MCInst>& body,
                CodeSequence& sequence) const;
  // Of a vector, not to the stack.
  [[nodiscard]] bool stores_vector_elsewhere(const llvm::MCInst& inst) const;

  const MachineCode& code_;
  std::map<std::uint32_t, std::string> calls_;               // that were inlined
  std::map<std::string, std::vector<llvm::MCInst>> bodies_;  // of what they call
};

}  // namespace clgauge::lens
