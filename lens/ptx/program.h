#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lens/evaluate/half.h"
#include "lens/items/item_events.h"
#include "lens/items/item_operations.h"
#include "lens/ptx/module.h"
#include "lens/ptx/register_pressure.h"

namespace clgauge::lens::ptx {

// A kernel as a flat program over numbered slots, calls of the module's own functions inlined.

enum class Code : std::uint8_t {
  copy,
  unknown,  // what is not evaluated
  // Of integers of `bits` bits.
  add,
  sub,
  mul,
  mul_high,
  mul_wide,
  div,
  rem,
  abs,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  is_zero,
  shl,
  shr,
  popc,
  clz,
  bfind,
  brev,
  bfe,
  bfi,
  prmt,
  funnel_left,   // option: whether the distance is clamped
  funnel_right,  // likewise
  lop3,          // option: the table
  extend,        // from `option` bits
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  add_carry,        // [0] + [1] + [2], which is 0 or 1
  carry_of,         // of that sum
  subtract_borrow,  // [0] - [1] - [2]
  borrow_of,
  // Of what the lanes that run together hold.
  shuffle,         // option: a Shuffle; the number of lane [0], by [1] and [2]
  shuffle_inside,  // whether that lane is of the segment
  vote,            // option: a Vote
  dot4,            // option: signs of the bytes of [0] (1) and [1] (2)
  // Of floats of `bits` bits, as `form` says.
  float_add,
  float_sub,
  float_mul,
  float_fma,
  float_div,
  float_rcp,
  float_sqrt,
  float_rsqrt,
  float_min,
  float_max,
  float_abs,
  float_neg,
  float_copysign,  // the sign of [0]
  float_exp2,
  float_log2,
  float_sin,
  float_cos,
  float_tanh,
  float_rough_rcp,  // of doubles, by their upper half
  float_rough_rsqrt,
  float_test,        // option: a FloatTest
  float_compare,     // option: a FloatRelation
  float_convert,     // from `option` bits
  float_to_integer,  // likewise
  integer_to_float,  // likewise
  select,            // sources[0] ? [1] : [2]
  access,            // number `index`
  barrier,           // place `index`
  // A block ends with one of these.
  jump,    // to block `index`
  branch,  // to block `index` where sources[0] is true, else to `other`
  finish,
  refuse,  // what nobody can follow
};

enum class Shuffle : std::uint8_t { up, down, butterfly, index };
enum class Vote : std::uint8_t { all, any, uniform, ballot, active };

enum class FloatTest : std::uint8_t { finite, infinite, number, not_a_number, normal, subnormal };
// Those that say `u` hold of what is no number, too.
enum class FloatRelation : std::uint8_t {
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan,
};

// How a result of floats is made.
struct FloatForm {
  Rounding rounding = Rounding::to_nearest;
  bool is_integral = false;  // rounded to an integer
  bool flushes = false;      // denormal numbers to zero (.ftz)
  bool saturates = false;    // to [0, 1]
  bool keeps_nan = false;    // of a minimum or maximum
  bool is_bfloat = false;    // the operand or result of 16 bits of a conversion
};

inline constexpr std::int32_t kNoSlot = -1;

struct Step {
  Code code = Code::copy;
  std::uint8_t bits = 32;
  bool is_signed = false;
  std::uint8_t option = 0;
  FloatForm form{};
  bool takes_data = false;  // of an instruction that is no plain arithmetic of integers
  std::int32_t target = kNoSlot;
  std::array<std::int32_t, 4> sources{kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  std::uint32_t index = 0;
  std::uint32_t other = 0;
  std::uint32_t origin = 0;  // in Program::origins
};

// A slot's value. What is not known says which instruction is to blame.
struct Value {
  std::uint64_t number = 0;
  std::uint32_t cause = 0;  // an origin plus 1; 0: it is known

  [[nodiscard]] bool is_known() const noexcept { return cause == 0; }
};
inline constexpr std::uint32_t kNeverWritten = ~std::uint32_t{0};  // a cause

// What an atomic update makes of what it finds.
enum class Update : std::uint8_t {
  unknown,
  add,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  exchange,
  compare_and_swap,
  increment,  // to 0 behind its operand
  decrement,
};

struct Access {
  Space space = Space::generic;
  bool is_store = false;
  bool is_atomic = false;              // reads and writes: its store is the next place
  bool is_signed = false;              // what is loaded
  std::uint8_t bytes = 4;              // of an element
  std::uint8_t slot_bits = 32;         // of the registers that are loaded
  std::vector<std::int32_t> slots;     // stored or loaded, one an element
  std::vector<std::int32_t> operands;  // of an atomic update
  Update update = Update::unknown;
  bool is_floating = false;        // what is updated
  std::int32_t swapped = kNoSlot;  // by compare_and_swap
  std::int32_t base = kNoSlot;
  std::int64_t offset = 0;
  std::uint32_t place = 0;  // in Program::places; of the space `param` none
};

struct Block {
  std::uint32_t first_step = 0;
  std::uint32_t instructions = 0;
  ItemOperations operations;  // but accesses of memory
};

enum class Special : std::uint8_t {
  local_id,
  local_size,
  group_id,
  group_count,
  lane,
  sub_group_size,
  global_offset,
  dimensions,
  zero,
};

struct SpecialSlot {
  Special special = Special::zero;
  std::uint8_t dimension = 0;
  std::int32_t slot = 0;
};

// A variable of global or constant memory, or a parameter of the kernel.
struct Placed {
  const Variable* variable = nullptr;
  std::uint64_t address = 0;
};

// An instruction, and where its steps begin.
struct Noted {
  const Instruction* instruction = nullptr;
  std::uint32_t block = 0;
  std::uint32_t first_step = 0;
};

struct Program {
  std::string kernel;
  std::string target;                       // of the module: "sm_90"
  std::vector<const Instruction*> origins;  // of the module, which must outlive this
  std::vector<const Function*> functions;   // the kernel, and what it calls
  std::vector<Step> steps;
  std::vector<Block> blocks;  // entry first, in the order of the code
  std::vector<Noted> noted;
  std::vector<Access> accesses;
  std::vector<std::uint32_t> access_blocks;  // in which each stands
  std::vector<AccessPlace> places;
  std::vector<Value> initial;  // of the slots
  std::vector<SpecialSlot> specials;
  std::vector<Placed> parameters;  // in parameter memory
  std::vector<Placed> tables;      // of the module
  std::uint64_t parameter_bytes = 0;
  std::uint64_t local_bytes = 0;
  std::uint64_t shared_bytes = 0;
  RegisterUse registers;  // of a work-item

  [[nodiscard]] std::span<const Step> steps_of(std::size_t block) const {
    const std::size_t first = blocks[block].first_step;
    const std::size_t end = block + 1 < blocks.size() ? blocks[block + 1].first_step : steps.size();
    return std::span(steps).subspan(first, end - first);
  }
};

// Generic addresses of shared and local memory begin here; those of global and constant memory are
// addresses there, the module's own variables beyond every buffer.
inline constexpr std::uint64_t kTables = 1ULL << 60U;
inline constexpr std::uint64_t kLocalWindow = 1ULL << 61U;
inline constexpr std::uint64_t kSharedWindow = 1ULL << 62U;

}  // namespace clgauge::lens::ptx
