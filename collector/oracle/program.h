#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace clgauge::collector::oracle {

// A kernel's integer skeleton (what decides branches and addresses) as a flat program over numbered
// slots: an order of magnitude faster to run than the IR itself.

enum class Code : std::uint8_t {
  copy,  // a
  add,
  sub,
  mul,
  udiv,
  sdiv,
  urem,
  srem,
  shl,
  lshr,
  ashr,
  bit_and,
  bit_or,
  bit_xor,
  smin,
  smax,
  umin,
  umax,
  abs,
  sign_extend,  // from `width`; truncation is one too, since slots hold sign-extended values
  zero_extend,  // from `width`
  compare_eq,
  compare_ne,
  compare_slt,
  compare_sle,
  compare_ult,
  compare_ule,
  select,   // a ? b : c
  address,  // a + b * immediate
  access,   // memory access number `immediate` at address a
  barrier,  // number `immediate` of the barriers
  // Contents of arrays that are simulated.
  fetch,     // what `width` bits at address a + immediate hold
  put,       // b into `width` bits at address a + immediate
  fill,      // byte b into `immediate` bytes at address a
  transfer,  // `immediate` bytes from address b to address a
  forget,    // the whole array that a points into
  // Blocks end with one of these; `immediate` is the index of the first edge.
  jump,
  branch,  // a: first edge when true, second when false
  choose,  // switch on a over `b` cases, see Block::cases
  finish,
};

struct Step {
  Code code = Code::copy;
  std::uint8_t width = 64;  // bits of the operands
  std::int32_t target = 0;
  std::int32_t a = 0;
  std::int32_t b = 0;
  std::int32_t c = 0;
  std::int64_t immediate = 0;
};

struct Move {
  std::int32_t from = 0;
  std::int32_t to = 0;
};

struct Edge {
  std::int32_t block = 0;
  std::vector<Move> moves;  // of phis; all happen at once
};

struct Case {
  std::int64_t value = 0;
  std::int32_t edge = 0;
};

struct Block {
  const llvm::BasicBlock* source = nullptr;
  std::int32_t first_step = 0;
  std::vector<Case> cases;
};

struct MemoryAccess {
  const llvm::Instruction* instruction = nullptr;
  bool is_store = false;
  int operand = 0;  // 0 or 1 among the instruction's memory operations
  int bytes = 0;
};

// A slot's value. Pointers are an offset in bytes beside the number of their array; a value that
// depends on memory contents is not known.
struct Value {
  std::int64_t number = 0;
  std::int32_t array = -1;
  bool known = false;
};

enum class Query {
  global_id,
  local_id,
  group_id,
  global_size,
  local_size,
  group_count,
  offset,
  global_linear_id,
  local_linear_id,
  work_dimensions
};

struct QuerySlot {
  Query query;
  unsigned dimension = 0;
  std::int32_t slot = 0;
};

struct ArgumentSlot {
  std::string name;
  std::int32_t slot = 0;
};

struct Array {
  std::string name;
  std::string space;
  const llvm::Value* value = nullptr;
  // At the beginning of a work-item, -1 for a byte that is not known; empty when contents are not
  // simulated.
  std::vector<std::int16_t> bytes;
  bool is_private = false;
};

struct Program {
  std::vector<Step> steps;
  std::vector<Block> blocks;  // entry first
  std::vector<Edge> edges;
  std::vector<MemoryAccess> accesses;
  std::vector<const llvm::Instruction*> barriers;
  std::vector<Value> initial;  // constants and array addresses; other slots not known
  std::vector<QuerySlot> queries;
  std::vector<ArgumentSlot> arguments;
  std::vector<Array> arrays;
};

[[nodiscard]] Program build_program(const llvm::Function& kernel);

}  // namespace clgauge::collector::oracle
