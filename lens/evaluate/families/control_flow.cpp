// Jumps, calls and returns. They choose the block that comes next.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"
#include "lens/evaluate/runtime_calls.h"

namespace clgauge::lens {
namespace {

void return_to_caller(Machine& m, const Operation& op);
void enter(Machine& m, const Operation& op, std::uint64_t address);

// Functions that only the runtime has, and its mathematics wherever it is.
bool is_only_counted(const Machine& m, const ImageFunction& callee) {
  return callee.external || (!m.walks_mathematics && is_runtime_function(callee.symbol));
}

void take(Machine& m, const Operation& op) {
  if (op.target_block == kNoBlock) {  // a call in the place of a return
    const ImageFunction* callee = m.code.image->function_at(op.target_address);
    if (callee == nullptr) {
      m.refuse(RefusalKind::unknown_call, op, "leaves the functions that were decoded");
    }
    if (is_only_counted(m, *callee)) {
      call_runtime(m, op, *callee);
      return return_to_caller(m, op);
    }
    return enter(m, op, op.target_address);
  }
  m.next_block = op.target_block;
  m.next_edge = op.target_edge;
}

template <unsigned kCode>
void jump_if(Machine& m, const Operation& op) {
  const Condition condition = condition_of(m.flags, kCode);
  if (condition.unknown) {
    m.refuse_unknown(RefusalKind::data_dependent_branch, op, m.flags.origin);
  }
  m.branches.push_back({op.instruction, condition.holds});
  if (condition.holds) {
    take(m, op);
  }
}

constexpr auto kJumps = []<std::size_t... kCodes>(std::index_sequence<kCodes...>) {
  return std::array<Operation::Run, sizeof...(kCodes)>{jump_if<kCodes>...};
}
(std::make_index_sequence<16>());

void prepare_jump_if(const OpcodeName&, Operation& op) { op.run = kJumps.at(op.immediate & 0xFU); }

void enter(Machine& m, const Operation& op, std::uint64_t address) {
  const auto block = m.code.block_at(address);
  if (!block) {
    m.refuse(RefusalKind::unknown_call, op,
             fmt::format("leads to {:#x}, where no decoded block starts", address));
  }
  m.next_block = *block;
  m.next_edge = kNoEdge;
}

std::uint64_t known_target(Machine& m, const Operation& op) {
  const Scalar target = read_scalar(m, op, 0, 8);
  if (target.unknown != 0) {
    m.refuse_unknown(RefusalKind::data_dependent_branch, op, target.origin);
  }
  return target.value;
}

void jump_indirectly(Machine& m, const Operation& op) {
  enter(m, op, known_target(m, op));
  const auto here = std::upper_bound(
      m.code.block_starts.begin(), m.code.block_starts.end(),
      std::make_pair(m.code.instructions[op.instruction].address, ~std::uint32_t{0}));
  const BasicBlock& block = m.code.blocks[std::prev(here)->second];
  const auto edge = std::find(block.successors.begin(), block.successors.end(), m.next_block);
  if (edge == block.successors.end()) {
    return;
  }
  const auto successor = static_cast<std::uint32_t>(edge - block.successors.begin());
  m.next_edge = block.first_edge + successor;
  const bool has_room = op.instruction < BranchOutcome::kMostInstructions &&
                        successor < BranchOutcome::kMostSuccessors;
  const bool is_its_end = block.first_instruction + block.instruction_count == op.instruction + 1;
  if (block.successors.size() > 1 && has_room && is_its_end) {
    m.branches.push_back(BranchOutcome::through_table(op.instruction, successor));
  }
}

void call_address(Machine& m, const Operation& op, std::uint64_t address) {
  const ImageFunction* callee = m.code.image->function_at(address);
  if (callee != nullptr && is_only_counted(m, *callee)) {
    return call_runtime(m, op, *callee);
  }
  Scalar& stack = known_stack(m, op);
  const MachineInstruction& call = m.code.instructions[op.instruction];
  stack.value -= 8;
  store_scalar(m, op, stack.value, 8, {call.address + call.size_bytes, 0, {}});
  const std::uint32_t behind_call = m.next_edge;
  enter(m, op, address);
  m.next_edge = behind_call;  // it will come back
}

void call(Machine& m, const Operation& op) { call_address(m, op, op.target_address); }

void call_indirectly(Machine& m, const Operation& op) { call_address(m, op, known_target(m, op)); }

void return_to_caller(Machine& m, const Operation& op) {
  Scalar& stack = known_stack(m, op);
  const Scalar address = load_scalar(m, op, stack.value, 8);
  stack.value += 8;
  if (address.unknown != 0) {
    m.refuse_unknown(RefusalKind::data_dependent_branch, op, address.origin);
  }
  if (address.value == kReturnToRuntime) {
    m.finished = true;
  } else {
    enter(m, op, address.value);
  }
}

// A jump through memory or a register; "pcrel32" and LLVM's JMP_1, JMP_4 are direct.
void prepare_jump(const OpcodeName& name, Operation& op) {
  if (name.form == "r" || name.form == "m") {
    op.run = jump_indirectly;
  }
}

void prepare_call(const OpcodeName& name, Operation& op) {
  if (name.form == "r" || name.form == "m") {
    op.run = call_indirectly;
  }
}

}  // namespace

void add_control_flow(FamilyTable& table) {
  table.add("JCC", {.run = kJumps.front(), .prepare = prepare_jump_if});
  table.add("JMP", {.run = take, .memory_bytes = 8, .prepare = prepare_jump});
  table.add("CALL", {.run = call, .memory_bytes = 8, .prepare = prepare_call});
  table.add("RET", {return_to_caller});
}

}  // namespace clgauge::lens
