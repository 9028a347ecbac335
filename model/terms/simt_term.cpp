#include "model/terms/simt_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/features/kinds.h"
#include "model/terms/lane_pattern.h"
#include "model/terms/nest.h"
#include "model/terms/simt_order.h"
#include "model/terms/special_term.h"
#include "model/terms/traffic.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;
using collector::LoopCount;
using collector::OpCount;

enum SimtCount : std::size_t {
  kSimtFloat32,
  kSimtFloat64,
  kSimtFloat16,
  kSimtInt,
  kSimtInt64,
  kSimtIssued,
  kSimtAccesses,
  kSimtIterations,
  kSimtDiv32,
  kSimtDiv64,
  kSimtSqrt32,
  kSimtSqrt64,
  kSimtExp32,
  kSimtExp64,
  kSimtLog32,
  kSimtLog64,
  kSimtTrig32,
  kSimtTrig64,
  kSimtPow32,
  kSimtPow64,
  kSimtDivInt,
  kSimtOfPart,  // those above: of the busiest part of the busiest compute unit
  kSimtLines = kSimtOfPart,
  kSimtLocal,
  kSimtPrivate,
  kSimtBarriers,
  kSimtGroups,
  kSimtSectors,
  kSimtOfUnit,  // those above: of the busiest compute unit
  kSimtAllSectors = kSimtOfUnit,
  kSimtAllStored,
  kSimtMemory,
  kSimtUpdates,
  kSimtPathCycles,
  kSimtPathSeconds,
  kSimtCounts
};
constexpr std::array<std::string_view, kSimtCounts> kSimtNames = {
    "float32",     "float64",     "float16",     "int",         "int64",        "issued",
    "accesses",    "iterations",  "div_float32", "div_float64", "sqrt_float32", "sqrt_float64",
    "exp_float32", "exp_float64", "log_float32", "log_float64", "trig_float32", "trig_float64",
    "pow_float32", "pow_float64", "div_int",     "lines",       "local",        "private",
    "barriers",    "groups",      "sectors",     "all_sectors", "all_stored",   "memory",
    "updates",     "path_cycles", "path_seconds"};

constexpr std::array<std::pair<std::string_view, SimtCount>, 6> kSimtSpecials = {
    {{"div", kSimtDiv32},
     {"sqrt", kSimtSqrt32},
     {"exp", kSimtExp32},
     {"log", kSimtLog32},
     {"trig", kSimtTrig32},
     {"pow", kSimtPow32}}};

// Cycles of a scheduler that a sub-group's operation takes, registers of three words that are read,
// addresses and what tests a counter among it: by the PTX of 351 launches of development kernels,
// of 117 kernels.
constexpr std::array<std::pair<SimtCount, double>, 7> kSimtIssue = {{{kSimtFloat32, 1.3},
                                                                     {kSimtFloat16, 1.3},
                                                                     {kSimtInt, 1.8},
                                                                     {kSimtInt64, 3.6},
                                                                     {kSimtAccesses, 3},
                                                                     {kSimtIterations, 5},
                                                                     {kSimtBarriers, 2}}};

// What one adds to the path of a sub-group, a sum of floats being one: latencies of what ptxas
// makes of it (docs/lens.md, "PTX and machine code"); a sum of doubles takes eight cycles, not
// four.
constexpr std::array<std::pair<SimtCount, double>, 20> kSimtSteps = {
    {{kSimtFloat32, 1},  {kSimtFloat64, 2},  {kSimtFloat16, 1},    {kSimtInt, 1},
     {kSimtInt64, 2},    {kSimtAccesses, 1}, {kSimtIterations, 1}, {kSimtDiv32, 14},
     {kSimtDiv64, 36},   {kSimtSqrt32, 14},  {kSimtSqrt64, 36},    {kSimtExp32, 14},
     {kSimtExp64, 64},   {kSimtLog32, 30},   {kSimtLog64, 90},     {kSimtTrig32, 50},
     {kSimtTrig64, 120}, {kSimtPow32, 100},  {kSimtPow64, 250},    {kSimtDivInt, 25}}};

// What groups share that a compute unit runs at once: of NVIDIA's since Volta, and much the same of
// others.
constexpr double kSimtItemsAtOnce = 2048;
constexpr double kSimtGroupsAtOnce = 32;
constexpr double kSimtParts = 4;
constexpr double kSimtRegisters = 65536;
constexpr double kSimtRegistersOfItem = 255;
constexpr double kSimtPlainRegisters = 24;
constexpr double kSimtLocalBytes = 228 * 1024;
constexpr double kRegisterBytes = 4;

constexpr double kSimtSectorBytes = 32;
constexpr double kSimtLineBytes = 128;
constexpr double kSimtLinesLookedUp = 4;  // by the first cache at a time
// Of the second cache: each has an arithmetic unit for updates.
constexpr double kSimtSlices = 80;
constexpr double kSimtSliceBytes = 256;
constexpr double kMemoryPieceBytes = 64;  // of memory

// Where a calibration has not seen what a load takes: an H200's first cache, second, and memory.
constexpr std::array<double, 3> kSimtLoadSeconds = {2.0e-8, 1.43e-7, 3.34e-7};

// Words that loads bring are under way at once, and rounds of a loop that are unrolled together.
constexpr double kSimtWordsAtOnce = 16;
constexpr double kSimtUnrolled = 4;
constexpr std::int64_t kMostSpelledOut = 64;
constexpr std::int64_t kMostInAll = 512;

// Cycles until a result can be used.
constexpr double kSimtPlainCycles = 4;
constexpr double kSimtDivisionCycles = 40;
constexpr double kSimtFunctionCycles = 60;
constexpr double kSimtBarrierCycles = 20;
// Until the next instruction of a sub-group begins, as far as no chain is known: by the paths
// through the PTX of the same kernels. One, where loops hand on many variables that know nothing of
// one another.
constexpr double kSimtCyclesToNext = 1.8;
constexpr double kSimtWordsOfChain = 2;
constexpr double kSimtJumpCycles = 18;  // from a counter's sum to its comparison to the jump

double simt_cycles_of(const collector::Chain& chain) {
  return kSimtPlainCycles * (chain.arithmetic + chain.simple) +
         kSimtDivisionCycles * chain.divisions + kSimtFunctionCycles * chain.functions;
}

std::optional<SimtCount> simt_count_of(const OpCount& op) {
  if (op.op == "atomic") {
    return std::nullopt;
  }
  const bool is_double = op.dtype == "float64";
  const auto special = special_class(op.op);
  if (is_float(op)) {
    const auto* const found = std::find_if(kSimtSpecials.begin(), kSimtSpecials.end(),
                                           [&](const auto& one) { return special == one.first; });
    if (found != kSimtSpecials.end()) {
      return static_cast<SimtCount>(found->second + (is_double ? 1 : 0));
    }
    return is_double ? kSimtFloat64 : op.dtype == "float16" ? kSimtFloat16 : kSimtFloat32;
  }
  if (special == "div") {
    return kSimtDivInt;
  }
  if (op.index) {
    return std::nullopt;  // compilers leave hardly one of ten
  }
  return op.dtype == "int64" || op.dtype == "uint64" ? kSimtInt64 : kSimtInt;
}

class BoundSimt : public BoundTerm {
 public:
  BoundSimt(const KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : traits_(traits), nest_(model, table) {
    if (!traits.is_gpu) {
      return;
    }
    for (const OpCount& op : model.ops) {
      if (const auto what = simt_count_of(op)) {
        operations_.push_back({*what, table.add(op.count)});
      }
    }
    for (const LoopCount& loop : model.loops) {
      add_loop(model, loop, table);
    }
    const std::set<std::string> in_memory = arrays_in_memory(model);
    for (const Access& access : model.accesses) {
      if (access.space == "private") {
        (in_memory.count(access.array) > 0 ? kept_ : registers_).push_back(table.add(access.count));
      } else {
        add_access(model, access, table);
      }
    }
    for (const auto& use : model.arrays) {
      if (use.space == "local") {
        local_extents_.push_back(table.add(use.extent_bytes));
      } else if (use.space == "private" && in_memory.count(use.array) == 0) {
        private_extents_.push_back(table.add(use.extent_bytes));
      }
    }
    for (const auto& sync : model.sync) {
      barriers_.push_back(table.add(sync.count));
    }
    straight_cycles_ = simt_cycles_of(model.straight_chain);
    straight_loads_ = model.straight_chain.loads;
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    std::fill(counts.begin(), counts.end(), 0.0);
    if (!traits_.is_gpu) {
      return;
    }
    const double of_items = shape.sub_groups_per_item();
    for (const Operation& operation : operations_) {
      counts[operation.what] += of_items * number(values, operation.total);
    }
    for (const Loop& loop : loops_) {
      counts[kSimtIterations] +=
          loop.is_unrolled ? 0 : of_items * number(values, loop.iterations) / loop.most_unrolled;
    }
    for (const std::size_t slot : barriers_) {
      counts[kSimtBarriers] += of_items * number(values, slot);
    }
    counts[kSimtGroups] = static_cast<double>(shape.groups);
    // What has no register is loaded and stored by every operation on it, a word at a time.
    const double words =
        of_items * sum(values, registers_) + counts[kSimtFloat32] + 2 * counts[kSimtFloat64];
    counts[kSimtPrivate] = of_items * sum(values, kept_) + spilled_part(values) * words;
    const Requested requested = count_accesses(values, shape, counts);
    count_traffic(values, shape, requested, counts);
    for (const auto& [what, cycles] : kSimtIssue) {
      counts[kSimtIssued] += cycles * counts[what];
    }
    const double idle = shape.idle_factor(traits_.compute_units);
    const double idle_parts = idle * uneven_parts(shape);
    for (std::size_t i = 0; i < kSimtOfUnit; ++i) {
      counts[i] *= i < kSimtOfPart ? idle_parts : idle;
    }
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Operation {
    SimtCount what;
    std::size_t total;
  };
  struct Loop {
    std::size_t iterations;
    double cycles;  // of its chain, an iteration
    double chain_loads;
    double most_unrolled;
    bool is_unrolled;  // as a whole
    double phases;     // parts of an iteration that wait for loads of their own
  };
  struct Accesses {
    std::size_t total;
    std::array<std::size_t, 3> strides;  // kNone: nobody knows
    std::size_t first_byte;
    double unit_bytes;
    double bytes;
    bool is_local;
    bool is_constant;
    bool is_store;
    bool is_update;   // both at a time
    bool is_elected;  // by one lane for all where they meet
    bool is_stored;   // a load: the array is written to as well, which it waits for
    std::size_t extent;
    std::size_t loop;  // the innermost around it; kNone: by its count
  };
  // In sectors, by all accesses.
  struct Requested {
    double loaded = 0;
    double stored = 0;
  };

  void add_loop(const KernelModel& model, const LoopCount& loop, FormulaTable& table) {
    const bool is_outer =
        std::any_of(model.loops.begin(), model.loops.end(),
                    [&](const LoopCount& other) { return other.parent == loop.name; });
    const bool is_short = is_spelled_out(loop);
    const double most =
        loop.has_barrier ? 1
        : is_short
            ? (loop.constant_trips > 0 ? static_cast<double>(loop.constant_trips) : kSimtUnrolled)
        : is_outer ? 1
                   : kSimtUnrolled;
    loops_.push_back({table.add(loop.iterations), simt_cycles_of(loop.chain), loop.chain.loads,
                      most, is_short, phases_of(model, loop)});
    carried_bytes_ = std::max(carried_bytes_, static_cast<double>(loop.carried_bytes));
  }

  // Loads of global memory before local memory is read, and behind that: a barrier is between them.
  static double phases_of(const KernelModel& model, const LoopCount& loop) {
    const auto is_load_of = [&](const Access& access, bool local) {
      return access.direction == "load" && access.loop_strides.count(loop.name) > 0 &&
             (local ? access.space == "local" : access.space == "global");
    };
    std::optional<int> first;
    for (const Access& access : model.accesses) {
      if (is_load_of(access, true)) {
        first = std::min(first.value_or(access.line), access.line);
      }
    }
    bool is_before = false;
    bool is_behind = false;
    for (const Access& access : model.accesses) {
      if (loop.has_barrier && first && is_load_of(access, false)) {
        (access.line < *first ? is_before : is_behind) = true;
      }
    }
    return is_before && is_behind ? 2 : 1;
  }

  // Private arrays that are reached by what no compiler can write down: registers have no index.
  static std::set<std::string> arrays_in_memory(const KernelModel& model) {
    std::set<std::string> arrays;
    for (const Access& access : model.accesses) {
      const auto moves = [&](const LoopCount& loop) {
        const auto stride = access.loop_strides.find(loop.name);
        return !is_spelled_out(loop) && stride != access.loop_strides.end() &&
               stride->second.text() != "0";
      };
      const bool is_known = (access.affine || access.affine_in_rows) &&
                            access.count.flag != collector::CountFlag::indirect &&
                            access.first_byte.symbols().empty() &&
                            std::none_of(model.loops.begin(), model.loops.end(), moves);
      if (access.space == "private" && !is_known) {
        arrays.insert(access.array);
      }
    }
    return arrays;
  }

  // Also where it runs differently often within another one that is spelled out.
  static bool is_spelled_out(const LoopCount& loop) {
    if (loop.constant_trips > 0) {
      return loop.constant_trips <= kMostSpelledOut;
    }
    const collector::Formula& in_all = loop.iterations.per_item;
    return !loop.left_on_data && in_all.symbols().empty() &&
           in_all.evaluate({}).value_or(kMostInAll + 1) <= kMostInAll;
  }

  void add_access(const KernelModel& model, const Access& access, FormulaTable& table) {
    if (access.space != "local" && !is_off_chip(access.space)) {
      return;
    }
    Accesses added{table.add(access.count),
                   {kNone, kNone, kNone},
                   table.add(access.first_byte),
                   static_cast<double>(access.stride_unit_bytes),
                   static_cast<double>(access.bytes),
                   access.space == "local",
                   access.space == "constant",
                   access.direction == "store",
                   is_update(model, access),
                   !is_float(access.dtype),
                   false,
                   kNone,
                   kNone};
    for (const auto& use : model.arrays) {
      if (use.array == access.array) {
        added.extent = table.add(use.extent_bytes);
        added.is_stored = use.stored && !added.is_local;
      }
    }
    const std::size_t zero = table.add(collector::Formula());
    const bool is_placed = access.affine || !access.local_strides.empty();
    for (std::size_t d = 0; d < 3 && is_placed; ++d) {
      if (d < access.local_strides.size()) {
        added.strides[d] = table.add(access.local_strides[d]);
      } else if (access.affine) {
        added.strides[d] = zero;
      }
    }
    for (std::size_t l = 0; l < model.loops.size(); ++l) {
      if (access.loop_strides.count(model.loops[l].name) > 0) {
        added.loop = l;  // outer loops stand before inner ones
      }
    }
    accesses_.push_back(added);
  }

  // The collector counts an atomic update as a load and a store of the same line and place.
  static bool is_update(const KernelModel& model, const Access& access) {
    const bool is_local = access.space == "local";
    const bool has_updates = std::any_of(
        model.ops.begin(), model.ops.end(),
        [&](const OpCount& op) { return op.op == "atomic" && op.in_local == is_local; });
    return has_updates &&
           std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& other) {
             return other.array == access.array && other.line == access.line &&
                    other.direction != access.direction &&
                    other.local_strides == access.local_strides &&
                    other.count.total.text() == access.count.total.text();
           });
  }

  // Requests that the busiest slice of the second cache does for an update by a sub-group: one a
  // sector, as often as lanes meet in a word. A hash chooses slices for pieces of memory.
  [[nodiscard]] static double busiest_slice(const LaneGrid& grid,
                                            const std::array<double, 3>& strides, bool is_known,
                                            const Accesses& access, double extent) {
    const double lanes = grid.all();
    const double words = std::max(1.0, extent / access.bytes);
    bool is_one = is_known;
    for (std::size_t d = 0; d < 3; ++d) {
      is_one = is_one && (strides[d] == 0 || grid.lanes[d] <= 1);
    }
    const double requests = is_one ? (access.is_elected ? 1 : lanes)
                            : is_known
                                ? pieces_touched(grid, strides, access.bytes, 0, kSimtSectorBytes)
                                : std::min(lanes, std::max(1.0, extent / kSimtSectorBytes)) *
                                      std::max(1.0, lanes / words);
    return requests / std::clamp(extent / kSimtSliceBytes, 1.0, kSimtSlices);
  }

  // Passes and sectors of each access, in `counts`.
  Requested count_accesses(const FormulaTable::Values& values, const LaunchShape& shape,
                           std::span<double> counts) const {
    const auto local = [&](unsigned d) { return static_cast<double>(shape.local[d]); };
    const LaneGrid grid = LaneGrid::of({local(0), local(1), local(2)}, shape.sub_group_size);
    const double of_items = shape.sub_groups_per_item();
    Requested requested;
    for (const Accesses& access : accesses_) {
      const double times = of_items * number(values, access.total);
      counts[kSimtAccesses] += times * std::max(1.0, access.bytes / kMostBytesOfAccess);
      std::array<double, 3> strides{};
      bool is_known = true;
      for (std::size_t d = 0; d < 3; ++d) {
        const auto stride = access.strides[d] == kNone ? std::nullopt : values[access.strides[d]];
        // Only along dimensions that the lanes differ in.
        is_known = is_known && (stride || grid.lanes[d] <= 1);
        strides[d] = static_cast<double>(stride.value_or(0)) * access.unit_bytes;
      }
      if (access.is_update && !access.is_local) {
        if (access.is_store) {
          const double extent = access.extent == kNone ? 0 : number(values, access.extent);
          counts[kSimtUpdates] +=
              times * busiest_slice(grid, strides, is_known, access,
                                    extent > 0 ? extent : kSimtSlices * kSimtSliceBytes);
        }
        continue;
      }
      if (access.is_local) {
        counts[kSimtLocal] += times * (is_known ? bank_passes(grid, strides, access.bytes)
                                                : random_bank_passes(grid, access.bytes));
        continue;
      }
      const double first = number(values, access.first_byte);
      const auto pieces = [&](double bytes) {
        return is_known ? pieces_touched(grid, strides, access.bytes, first, bytes)
                        : grid.all() * std::max(1.0, access.bytes / bytes);
      };
      const double sectors = times * pieces(kSimtSectorBytes);
      counts[kSimtLines] += times * std::max(is_known ? bank_passes(grid, strides, access.bytes)
                                                      : random_bank_passes(grid, access.bytes),
                                             pieces(kSimtLineBytes) / kSimtLinesLookedUp);
      (access.is_store ? requested.stored : requested.loaded) += sectors;
    }
    return requested;
  }

  static double sum(const FormulaTable::Values& values, const std::vector<std::size_t>& slots) {
    double result = 0;
    for (const std::size_t slot : slots) {
      result += std::max(0.0, number(values, slot));
    }
    return result;
  }

  // That a work-item would like to have.
  [[nodiscard]] double registers(const FormulaTable::Values& values) const {
    return kSimtPlainRegisters + (carried_bytes_ + sum(values, private_extents_)) / kRegisterBytes;
  }

  // Of what would be in registers, if there were enough.
  [[nodiscard]] double spilled_part(const FormulaTable::Values& values) const {
    return std::max(0.0, 1 - kSimtRegistersOfItem / registers(values));
  }

  // Sub-groups stay with the part of a compute unit that they began on, which has a scheduler of
  // its own: by how much longer the fullest works than if they were spread evenly.
  [[nodiscard]] double uneven_parts(const LaunchShape& shape) const {
    const double units = traits_.compute_units;
    const double sub_groups = std::ceil(static_cast<double>(shape.groups) / units) *
                              static_cast<double>(shape.sub_groups_per_group());
    return std::ceil(sub_groups / kSimtParts) * kSimtParts / sub_groups;
  }

  // Groups that a compute unit has room for.
  [[nodiscard]] double room(const FormulaTable::Values& values, const LaunchShape& shape) const {
    const double items = static_cast<double>(shape.sub_groups_per_group()) * shape.sub_group_size;
    const double of_item = std::min(kSimtRegistersOfItem, registers(values));
    const double local_bytes = std::max(1.0, sum(values, local_extents_));
    return std::max(1.0, std::floor(std::min({kSimtGroupsAtOnce, kSimtItemsAtOnce / items,
                                              kSimtRegisters / (of_item * items),
                                              kSimtLocalBytes / local_bytes})));
  }

  // What first caches find nowhere, for each of them begins empty: what all groups read comes to
  // each, else it comes once.
  static double new_sectors(std::span<const Stream> streams, double caches) {
    double sectors = 0;
    for (const Stream& stream : streams) {
      const double bytes =
          std::min(stream.extent_bytes, stream.footprint_elements * stream.element_bytes);
      if (std::isfinite(bytes)) {
        const bool is_shared = stream.affine && stream.levels.back().stride_bytes == 0;
        sectors += bytes / kSimtSectorBytes * (is_shared ? caches : 1);
      }
    }
    return sectors;
  }

  void count_traffic(const FormulaTable::Values& values, const LaunchShape& shape,
                     const Requested& requested, std::span<double> counts) const {
    thread_local std::vector<Stream> nest;  // memory is reused from call to call
    thread_local std::vector<Stream> streams;
    nest_.bind(values, shape, nest);
    const auto groups = static_cast<double>(shape.groups);
    const double units = traits_.compute_units;
    const double busiest = std::ceil(groups / units);
    const double resident = std::min(room(values, shape), busiest);
    const SimtOrder order{nest_.plain_levels(), nest_.barrier_levels()};
    const std::size_t levels = traits_.caches.size();

    // Stores go through the first cache.
    double missed = requested.loaded;
    if (levels > 1) {
      order.put_group(nest, groups, streams);
      std::erase_if(streams, [](const Stream& stream) { return !stream.loaded; });
      for (Stream& stream : streams) {
        stream.stored = false;
      }
      CacheShape first;
      first.line_bytes = kSimtSectorBytes;
      first.lines = traits_.caches.front().capacity_bytes / resident / kSimtSectorBytes;
      const LineTraffic traffic = traffic_beyond(streams, first);
      const double first_time = new_sectors(streams, std::min(units, groups));
      missed = std::min(missed, std::max(traffic.streaming + traffic.irregular, first_time));
    }
    counts[kSimtAllSectors] = missed;
    counts[kSimtAllStored] = requested.stored;
    counts[kSimtSectors] = missed + requested.stored;

    // What is only stored comes from nowhere.
    order.put_launch(nest, resident * units, streams);
    for (Stream& stream : streams) {
      stream.stored = stream.stored && stream.loaded;
      stream.loaded = true;
    }
    double pieces = 0;
    if (levels > 0) {
      CacheShape last;
      last.line_bytes = kMemoryPieceBytes;
      last.lines = traits_.caches.back().capacity_bytes / kMemoryPieceBytes;
      const LineTraffic traffic = traffic_beyond(streams, last);
      pieces = std::min(traffic.streaming + traffic.irregular, missed + requested.stored);
    }
    counts[kSimtMemory] = pieces < 1 ? 0 : pieces;
    count_path(values, shape, busiest / resident, missed / std::max(1.0, requested.loaded),
               std::min(1.0, pieces / std::max(1.0, missed)), counts);
  }

  // What a sub-group waits for alone.
  void count_path(const FormulaTable::Values& values, const LaunchShape& shape, double rounds,
                  double missed_part, double memory_part, std::span<double> counts) const {
    const auto items = static_cast<double>(shape.work_items());
    const auto& measured = traits_.load_seconds;
    const auto seconds = [&](std::size_t level) {
      return level < measured.size() ? measured[level] : kSimtLoadSeconds[level];
    };
    const double of_load = seconds(0) + missed_part * (seconds(1) - seconds(0)) +
                           missed_part * memory_part * (seconds(2) - seconds(1));
    const double of_local = seconds(0);
    double cycles = straight_cycles_;
    for (const std::size_t slot : barriers_) {
      cycles += kSimtBarrierCycles * number(values, slot) / items;
    }
    double wait = 0;
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      const Loop& loop = loops_[l];
      const double iterations = number(values, loop.iterations);
      if (iterations <= 0) {
        continue;
      }
      double loads = 0;
      double seconds_of_one = 0;
      bool sees_stores = false;
      for (const Accesses& access : accesses_) {
        const double total = number(values, access.total);
        const bool is_here = access.loop == l || (access.loop == kNone && total >= iterations &&
                                                  is_innermost(values, l, total));
        if (is_here && !access.is_store && total > 0) {
          sees_stores = sees_stores || access.is_stored;
          loads += total / iterations * std::max(1.0, access.bytes / kRegisterBytes);
          seconds_of_one = std::max(seconds_of_one, access.is_local      ? of_local
                                                    : access.is_constant ? 0.0
                                                                         : of_load);
        }
      }
      const double runs = iterations / items;
      cycles +=
          runs * std::max(loop.cycles, loop.is_unrolled ? 0 : kSimtJumpCycles / loop.most_unrolled);
      if (loads > 0) {
        const double together =
            sees_stores ? 1 : std::clamp(kSimtWordsAtOnce / loads, 1.0, loop.most_unrolled);
        const double waits = std::max({loop.chain_loads, 1 / together, loads / kSimtWordsAtOnce});
        wait += runs * loop.phases * waits * seconds_of_one;
      }
    }
    double straight = 0;
    for (const Accesses& access : accesses_) {
      // Constants have a cache of their own, as near as registers.
      const bool is_at_hand = access.is_store || access.is_constant || access.loop != kNone;
      straight = std::max(straight, is_at_hand ? 0.0 : access.is_local ? of_local : of_load);
    }
    wait +=
        std::max(straight_loads_, straight > 0 ? 1.0 : 0.0) * (straight > 0 ? straight : of_load);
    double steps = 0;
    for (const auto& [what, each] : kSimtSteps) {
      steps += each * counts[what];
    }
    const double sub_groups = items * shape.sub_groups_per_item();
    const double chains = std::max(1.0, carried_bytes_ / kRegisterBytes / kSimtWordsOfChain);
    const double to_next = 1 + (kSimtCyclesToNext - 1) / chains;
    counts[kSimtPathCycles] =
        rounds * std::max(cycles, to_next * steps / std::max(1.0, sub_groups));
    counts[kSimtPathSeconds] = rounds * wait;
  }

  // Of the loops that an access of so many in all may stand in, the one with most iterations.
  [[nodiscard]] bool is_innermost(const FormulaTable::Values& values, std::size_t loop,
                                  double total) const {
    const double own = number(values, loops_[loop].iterations);
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      const double other = number(values, loops_[l].iterations);
      if (other <= total && (other > own || (other == own && l > loop))) {
        return false;
      }
    }
    return true;
  }

  DeviceTraits traits_;
  Nest nest_;
  std::vector<Operation> operations_;
  std::vector<Loop> loops_;
  std::vector<Accesses> accesses_;
  std::vector<std::size_t> kept_;       // accesses to private arrays in memory
  std::vector<std::size_t> registers_;  // to others
  std::vector<std::size_t> local_extents_;
  std::vector<std::size_t> private_extents_;
  std::vector<std::size_t> barriers_;
  double carried_bytes_ = 0;
  double straight_cycles_ = 0;
  double straight_loads_ = 0;
};

class SimtTerm : public Term {
 public:
  SimtTerm() {
    for (const std::string_view name : kSimtNames) {
      features_.push_back(fmt::format("f_simt_{}", name));
    }
  }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] const std::vector<std::string>& features() const override { return features_; }
  [[nodiscard]] std::unique_ptr<BoundTerm> bind(const KernelModel& model,
                                                const DeviceTraits& traits,
                                                FormulaTable& table) const override {
    return std::make_unique<BoundSimt>(model, traits, table);
  }
  [[nodiscard]] bool covers(const OpCount&) const override { return true; }
  [[nodiscard]] bool covers(const Access&) const override { return true; }

 private:
  std::string name_ = "simt";
  std::vector<std::string> features_;
};

}  // namespace

std::unique_ptr<Term> simt_term() { return std::make_unique<SimtTerm>(); }

}  // namespace clgauge::model
