#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/chain.h"
#include "collector/kernel/formula.h"
#include "collector/kernel/launch.h"

namespace clgauge::collector {

// How far a count can be trusted.
enum class CountFlag {
  exact,           // equals what a run would execute
  upper,           // never less than what a run would execute
  data_dependent,  // depends on values in memory; the formula is an upper bound or absent
  indirect,        // the address depends on values in memory (a[b[i]]); the count itself is exact
};
[[nodiscard]] const char* name_of(
    CountFlag flag) noexcept;  // "exact", "upper", "data-dependent", ..

// Counts of work-item operations (a vector operation of n lanes counts n).
struct Count {
  Formula per_item;  // the paper's convention: both sides of a branch taken
  Formula total;     // exact over the guarded domain of the whole NDRange
  CountFlag flag = CountFlag::exact;
};

struct OpCount {
  std::string op;  // "add", "mul", "madd", "div", "neg", "cmp", "cvt", "minmax", "bit", "exp", ...
  std::string dtype;   // "float32", "float64", "float16", "int32", "int64", ...
  bool index = false;  // integer operation used for addresses and control only
  Count count;
  // Instructions of the source by operation, less than 1 where some are of vectors, and the part of
  // the operations that are in vectors of three lanes or more. By where they stand, each loop
  // around them as if it ran 16 times.
  double instructions_each = 1;
  double in_vectors = 0;
  // The part of the operations, by the same weights, whose result is the same for all work-items of
  // a group.
  double uniform = 0;
  bool in_local = false;  // atomic ones of local memory
};

struct Access {
  std::string array;      // kernel argument or __local variable
  std::string space;      // "global", "constant", "local", "private"
  std::string direction;  // "load", "store"
  std::string dtype;      // of one lane
  int lanes = 1;
  int bytes = 4;  // of one access, all lanes
  int line = 0;   // in the source
  // In stride_unit_bytes, by NDRange dimension.
  std::vector<Formula> local_strides;
  std::vector<Formula> group_strides;
  std::map<std::string, Formula> loop_strides;  // by loop name ("L12": the loop in line 12)
  // Of elements, `bytes`, wherever strides are multiples of those: vload3 from every fourth float
  // has strides in floats, members of packed structures in bytes.
  int stride_unit_bytes = 4;
  // Offset in the array at the first work-item of the first group, first iterations. Zero if
  // unknown.
  Formula first_byte;
  bool affine = true;  // false: the strides are modal, not exact
  // Not affine, but neighbours along the first dimension lie a stride apart everywhere.
  bool affine_in_rows = false;
  // Neighbours along the first dimension reach it by an index of 32 bits that might wrap between
  // them for all that a compiler knows, which may then gather what lies side by side.
  bool narrow_index = false;
  Count count;  // of accesses (not lanes)
};

struct ArrayUse {
  std::string array;
  std::string space;
  int element_bytes = 4;
  Formula accesses;  // all loads and stores of elements, total
  CountFlag accesses_flag = CountFlag::exact;
  Formula footprint;  // distinct elements touched in the whole launch
  CountFlag footprint_flag = CountFlag::exact;
  // Highest byte offset touched plus one: what a buffer must hold. Zero when unknown.
  Formula extent_bytes;
  CountFlag extent_flag = CountFlag::exact;
  bool loaded = false;
  bool stored = false;
};

// A loop of the kernel. How often it is entered is how often its parent's body runs.
struct LoopCount {
  std::string name;    // as in Access::loop_strides
  std::string parent;  // the loop around it; empty for none
  bool has_barrier = false;
  bool uniform = false;  // every entry runs it equally often
  Count iterations;      // complete runs of its body, over all entries
  // How often every entry runs it where no size decides that, so that a compiler may unroll it;
  // zero elsewhere.
  std::int64_t constant_trips = 0;
  // Values in memory have a say in when it ends: `iterations` is an upper bound, or mentions
  // "@trips_" and its name.
  bool left_on_data = false;
  // How often an entry runs it at most, where it has an upper bound in no formula, but its
  // iterations walk through an array of known length, or it tries to exchange until that succeeds;
  // zero elsewhere.
  std::int64_t most_trips = 0;
  // Floating-point variables that one iteration hands on to the next: what a work-item keeps in
  // registers meanwhile, private arrays apart. A vector is one of them.
  int carried_values = 0;
  int carried_bytes = 0;
  // What one iteration must have finished before the next one can do the same.
  Chain chain{};
  bool asks_unrolling = false;  // the source does, for all of its iterations
};

struct SyncCount {
  std::string kind;  // "barrier_local", "barrier_global", "fence", ...
  Count count;
};

// Equal numbers that lie side by side in a structure: a member, or an array or vector of them.
struct Member {
  std::string dtype;
  int offset = 0;  // in bytes
  int count = 1;
  friend bool operator==(const Member&, const Member&) = default;
};

struct Parameter {
  std::string name;
  std::string kind;   // "global", "constant", "local", "scalar", "image", "sampler"
  std::string dtype;  // element type of a pointer, type of a scalar ("float32", "int32", "struct")
  int lanes = 1;
  int bytes = 4;  // of the element or of the scalar
  bool writes = false;
  // What the launch finds there becomes addresses or decides which way control takes.
  bool steers = false;
  // It becomes addresses, or decides when loops end or whether barriers are reached: values that
  // the kernel was not written for would lead it astray.
  bool reaches = false;
  // Of a structure, in order, those of inner structures in place of them. Empty where they cannot
  // be told: a pointer inside, thousands of them, a buffer that is used as something else.
  std::vector<Member> members{};
};

// "float16", "float32", "float64".
[[nodiscard]] bool is_floating(const std::string& dtype) noexcept;

// How many numbers a structure holds, all members together.
[[nodiscard]] std::size_t numbers_in(const Parameter& structure) noexcept;

// What a walk through the whole launch at one set of sizes counted: the values of counts that have
// no exact formula. Parallel to the lists of the model; an array's number is missing where an
// address depends on values in memory.
struct WalkedCounts {
  struct Array {
    std::optional<std::int64_t> accesses;
    std::optional<std::int64_t> footprint;
    std::optional<std::int64_t> extent_bytes;
  };
  Bindings sizes;
  std::vector<std::int64_t> ops;
  std::vector<std::int64_t> accesses;
  std::vector<std::int64_t> sync;
  std::vector<Array> arrays;
};

// Upper bounds of the arrays' extents at one set of sizes, for a launch that is too long to be
// walked through. Parallel to KernelModel::arrays; nothing where addresses depend on values in
// memory.
struct ExtentBounds {
  Bindings sizes;
  std::vector<std::optional<std::int64_t>> bytes;
  // Arrays for which no bound was found: how far chosen work-groups reach stands in for it.
  std::vector<std::string> sampled;
};

// Everything the collector knows of one kernel under one launch shape, symbolic in its scalar
// arguments and in the symbols of the NDRange. Plain data; needs no LLVM to be read or evaluated.
struct KernelModel {
  static constexpr int kVersion = 9;  // of the JSON form

  std::string kernel;
  std::string source_hash;
  std::string options;
  std::vector<Parameter> parameters;
  std::vector<Formula> global_size;
  std::vector<Formula> local_size;
  std::vector<std::string> assumptions;
  Formula groups;
  std::vector<OpCount> ops;
  std::vector<Access> accesses;
  std::vector<ArrayUse> arrays;
  std::vector<SyncCount> sync;
  std::vector<LoopCount> loops;  // outer before inner
  // The longest of what a work-item does outside of its loops.
  Chain straight_chain{};
  // What could not be counted, by name; empty for a model that may be trusted as flagged.
  std::vector<std::string> refusals;
  // Made where the launch gives all sizes and some count is not exact.
  std::optional<WalkedCounts> walked;
  // Made where it could not be walked through and some array's extent has no formula.
  std::optional<ExtentBounds> extent_bounds;
};

// What stands in formulas for how often an entry runs a loop where only memory knows.
[[nodiscard]] std::string unknown_trips(const std::string& loop);

// Whether every count is exact by its formula.
[[nodiscard]] bool is_exact(const KernelModel& model);

// Whether an array's extent, or that of some array, has no formula: ArrayUse::extent_bytes is then
// zero, or mentions what no launch determines.
[[nodiscard]] bool lacks_extent(const ArrayUse& array);
[[nodiscard]] bool lacks_extents(const KernelModel& model);

// Whether concrete sizes may tell more than the formulas: a count that is not exact, or an extent
// that has no formula although addresses do not depend on values in memory.
[[nodiscard]] bool gains_from_sizes(const KernelModel& model);

// The model with the numbers of its walk in place of its totals, or with its bounds in place of
// extents that have no formula: it holds at their sizes only. The model itself when nothing was
// walked or bounded.
[[nodiscard]] KernelModel at_walked_sizes(KernelModel model);

// The model with the sizes of buffers, by name, in place of extents that have no formula: an index
// that memory decides goes no further. It holds for these buffers only.
[[nodiscard]] KernelModel within_buffers(KernelModel model,
                                         const std::map<std::string, std::size_t>& bytes);

// The first of the model's assumptions that does not hold at these values; its counts mean nothing
// there. Assumptions about symbols without a value are taken on trust.
[[nodiscard]] std::optional<std::string> broken_assumption(const KernelModel& model,
                                                           const Bindings& bindings);

// The versioned JSON form (docs/features.md); it round-trips. from_json throws Error(input).
[[nodiscard]] nlohmann::json to_json(const KernelModel& model);
[[nodiscard]] KernelModel kernel_model_from_json(const nlohmann::json& json);

// The JSON of `clgauge count` (DESIGN.md, "Contracts of the command"): formulas as text beside
// their values at `bindings` (null where a symbol has none, or where a sum is too long to walk).
// What model.walked counted at these very sizes stands in for formulas that are not exact, as plain
// numbers marked "at_these_sizes". Throws Error(input) when `bindings` break an assumption of the
// model and nothing was walked.
[[nodiscard]] nlohmann::json count_report(const KernelModel& model, const Bindings& bindings);

}  // namespace clgauge::collector
