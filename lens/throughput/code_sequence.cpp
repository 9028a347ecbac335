#include "lens/throughput/code_sequence.h"

#include <iterator>
#include <string_view>

#include "lens/code/mc.h"
#include "lens/code/zen.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/zero_idiom.h"
#include "lens/throughput/zero_uppers.h"

namespace clgauge::lens {
namespace {

// What locking costs depends on who else uses the line: counted apart (instruction_kind.h), but for
// what was timed of it alone, beside which all else goes on (zen4_timed.h, golden_cove_errata.cpp).
bool has_timed_locks(const McTarget& target) {
  return target.cpu == kZen3 || is_zen4_or_later(target.cpu) || target.cpu == kGoldenCove;
}

bool is_priced(const McCode& mc, std::uint32_t instruction) {
  const llvm::MCInstrDesc& description = mc.description(instruction);
  return !description.isCall() && !description.isReturn() &&
         (has_timed_locks(*mc.target) || mc.opcode_name(instruction) != "LOCK_PREFIX");
}

}  // namespace

std::vector<std::uint32_t> CodeSequence::places_of(std::uint32_t instruction) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t place = 0; place < places.size(); ++place) {
    if (places[place] == instruction) {
      found.push_back(place);
    }
  }
  return found;
}

std::vector<std::uint32_t> CodeSequence::places_in(std::size_t block,
                                                   std::uint32_t instruction) const {
  std::vector<std::uint32_t> found;
  const std::size_t end = end_of(block);
  for (std::size_t place = starts[block]; place < end; ++place) {
    if (places[place] == instruction) {
      found.push_back(static_cast<std::uint32_t>(place));
    }
  }
  for (const auto& [call, place] : outputs) {
    if (call == instruction && place >= starts[block] && place < end) {
      found.push_back(place);
    }
  }
  return found;
}

std::vector<std::uint32_t> CodeSequence::instructions_at(const std::vector<std::size_t>& at) const {
  std::vector<std::uint32_t> found;
  for (const std::size_t place : at) {
    if (places[place] != kElsewhere) {
      found.push_back(places[place]);
    }
  }
  return found;
}

void CodeSequences::inline_call(std::uint32_t call, const std::string& symbol,
                                const MachineCode& code, std::span<const std::uint32_t> path) {
  calls_.try_emplace(call, symbol);
  const auto [body, is_new] = bodies_.try_emplace(symbol);
  if (!is_new) {
    return;
  }
  for (const std::uint32_t b : path) {
    const BasicBlock& block = code.blocks.at(b);
    for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
      if (is_priced(*code.mc, block.first_instruction + i)) {
        body->second.push_back(code.mc->instructions.at(block.first_instruction + i));
      }
    }
  }
}

double CodeSequences::inlined_calls(std::span<const std::uint32_t> blocks) const {
  double calls = 0;
  for (const std::uint32_t b : blocks) {
    const BasicBlock& block = code_.blocks.at(b);
    const auto first = calls_.lower_bound(block.first_instruction);
    const auto end = calls_.lower_bound(block.first_instruction + block.instruction_count);
    calls += static_cast<double>(std::distance(first, end));
  }
  return calls;
}

CodeSequence CodeSequences::of(std::span<const std::uint32_t> blocks) const {
  CodeSequence sequence;
  for (const std::uint32_t b : blocks) {
    const BasicBlock& block = code_.blocks.at(b);
    sequence.starts.push_back(sequence.instructions.size());
    for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
      const std::uint32_t at = block.first_instruction + i;
      if (is_priced(*code_.mc, at)) {
        sequence.instructions.push_back(code_.mc->instructions.at(at));
        sequence.places.push_back(at);
      } else if (const std::vector<llvm::MCInst>* const body = body_called_by(at)) {
        add_body(at, *body, sequence);
      }
    }
  }
  break_zero_idioms(sequence.instructions, *code_.mc->target);
  if (code_.mc->target->cpu == kZen5) {
    free_known_uppers(sequence.instructions, *code_.mc->target);
  }
  return sequence;
}

const std::vector<llvm::MCInst>* CodeSequences::body_called_by(std::uint32_t instruction) const {
  const auto call = calls_.find(instruction);
  return call == calls_.end() ? nullptr : &bodies_.at(call->second);
}

void CodeSequences::add_body(std::uint32_t call, const std::vector<llvm::MCInst>& body,
                             CodeSequence& sequence) const {
  for (const llvm::MCInst& one : body) {
    if (stores_vector_elsewhere(one)) {
      sequence.outputs.emplace_back(call, static_cast<std::uint32_t>(sequence.instructions.size()));
    }
    sequence.instructions.push_back(one);
    sequence.places.push_back(CodeSequence::kElsewhere);
  }
}

bool CodeSequences::stores_vector_elsewhere(const llvm::MCInst& inst) const {
  const McTarget& target = *code_.mc->target;
  const bool is_store = target.instructions->get(inst.getOpcode()).mayStore() &&
                        target.instructions->getName(inst.getOpcode()).front() == 'V';
  if (!is_store || inst.getNumOperands() == 0 || !inst.getOperand(0).isReg()) {
    return false;
  }
  const std::string_view base = target.registers->getName(inst.getOperand(0).getReg());
  return base != "RSP" && base != "RBP";
}

}  // namespace clgauge::lens
