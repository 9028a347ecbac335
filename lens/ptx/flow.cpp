#include "lens/ptx/flow.h"

#include <algorithm>
#include <optional>

namespace clgauge::lens::ptx {
namespace {

bool ends_flow(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  return opcode == "ret" || opcode == "exit" || opcode == "trap" || opcode == "brx";
}

std::optional<std::size_t> destination(const Function& function, const Instruction& branch) {
  if (branch.operands.empty() || branch.operands[0].kind != Operand::Kind::symbol) {
    return std::nullopt;
  }
  const auto label = function.labels.find(branch.operands[0].name);
  return label == function.labels.end() ? std::nullopt : std::optional(label->second);
}

}  // namespace

std::vector<FlowBlock> flow_of(const Function& function) {
  const auto& code = function.instructions;
  std::vector<bool> begins(code.size() + 1, false);
  begins[0] = true;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const bool branches = code[i].opcode == "bra";
    if (branches || ends_flow(code[i])) {
      begins[i + 1] = true;
    }
    if (const auto to = branches ? destination(function, code[i]) : std::nullopt) {
      begins[*to] = true;
    }
  }
  std::vector<FlowBlock> blocks;
  std::vector<std::uint32_t> block_at(code.size() + 1, 0);
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (begins[i]) {
      blocks.push_back({static_cast<std::uint32_t>(i), 0, {}, {}});
    }
    block_at[i] = static_cast<std::uint32_t>(blocks.size() - 1);
    blocks.back().end = static_cast<std::uint32_t>(i + 1);
  }
  block_at[code.size()] = static_cast<std::uint32_t>(blocks.size());  // none
  for (std::uint32_t from = 0; from < blocks.size(); ++from) {
    const Instruction& last = code[blocks[from].end - 1];
    auto& successors = blocks[from].successors;
    const bool branches = last.opcode == "bra";
    if (const auto to = branches ? destination(function, last) : std::nullopt) {
      successors.push_back(block_at[*to]);
    }
    if (last.is_guarded || !(branches || ends_flow(last))) {
      successors.push_back(block_at[blocks[from].end]);
    }
    std::sort(successors.begin(), successors.end());
    successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
    std::erase(successors, static_cast<std::uint32_t>(blocks.size()));
    for (const std::uint32_t to : successors) {
      blocks[to].predecessors.push_back(from);
    }
  }
  return blocks;
}

}  // namespace clgauge::lens::ptx
