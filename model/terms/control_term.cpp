#include "model/terms/control_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/features/kinds.h"
#include "model/terms/arrangement.h"
#include "model/terms/lone_items.h"
#include "model/terms/private_arrays.h"
#include "model/terms/register_use.h"
#include "model/terms/special_term.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;
using collector::LoopCount;
using collector::OpCount;

using Kind = std::size_t;
constexpr Kind kStraight = 0;
constexpr Kind kLoop = 1;
constexpr Kind kVector = 2;
constexpr Kind kBarrier = 3;
constexpr Kind kEmpty = 4;
constexpr Kind kKinds = 5;

// Where work-items do less than this on average, most of them find nothing to do: no compiler makes
// vectors of such a branch.
constexpr double kEmptyWork = 0.0625;

// A loop that always runs so often is unrolled, as far as its body is small: its iterations cost
// nothing beside what they do.
constexpr std::int64_t kMostUnrolled = 64;

enum Work : std::size_t {
  kFloat32,
  kFloat64,
  kFloat16,
  kInt,
  kInt64,
  kUnit,
  kFar,
  kBeside,
  kInner,
  kUniform,
  kGather,
  kStore,
  kScatter,
  kLocal,
  kLocalStrided,
  kIterations,
  kSteps,
  kCarried,
  kRegisters,
  kSpilled,
  kLoneRegisters,
  kLoneSpilled,
  kPacked32,
  kPacked64,
  kNarrow,
  kNarrowStore,
  kPrivate,
  kLone,
  kItems,
  kWorks
};
constexpr std::array<std::string_view, kKinds> kKindNames = {"straight", "loop", "vector",
                                                             "barrier", "empty"};
constexpr std::array<std::string_view, kWorks> kWorkNames = {
    "float32",      "float64",        "float16",
    "int",          "int64",          "unit",
    "far",          "beside",         "inner",
    "uniform",      "gather",         "store",
    "scatter",      "local",          "local_strided",
    "iterations",   "steps",          "carried",
    "registers",    "spilled",        "lone_registers",
    "lone_spilled", "packed_float32", "packed_float64",
    "narrow",       "narrow_store",   "private",
    "lone",         "items"};

// Atomic updates and special functions have costs of their own, whatever the kind.
bool is_plain(const OpCount& op) {
  return op.op != "atomic" && !(is_float(op) && special_class(op.op));
}

Work work_of(const OpCount& op) {
  if (!is_float(op)) {
    return op.dtype == "int64" || op.dtype == "uint64" ? kInt64 : kInt;
  }
  return op.dtype == "float64" ? kFloat64 : op.dtype == "float16" ? kFloat16 : kFloat32;
}

constexpr double kWordBytes = 4;
constexpr double kWordsOfInt64 = 2;

// Cores have two units for arithmetic of floating-point numbers, three for that of integers in
// vectors, and start four to six instructions a cycle: integers of a work-item alone take two
// thirds of the time, loads and stores, which run half beside it, half.
constexpr double kIntegersBeside = 1.5;
constexpr double kBesideArithmetic = 2;

// Instructions behind a barrier that lead from one work-item alone to the next: its number, what it
// kept, whether there is more.
constexpr double kLoneBarrier = 6;

// Instructions' time that a costly operation takes one work-item alone, beside its share of the
// vector's: a division or root keeps its unit for four cycles, a call to a function of the library
// is 20 to 60 instructions.
double lone_instructions(const OpCount& op) {
  constexpr std::array<std::pair<std::string_view, double>, 6> kInstructions = {
      {{"div", 8}, {"sqrt", 8}, {"exp", 25}, {"log", 25}, {"trig", 40}, {"pow", 60}}};
  const auto special = is_float(op) ? special_class(op.op) : std::nullopt;
  const auto* const found = std::find_if(kInstructions.begin(), kInstructions.end(),
                                         [&](const auto& each) { return special == each.first; });
  return found == kInstructions.end() ? 0 : found->second;
}

// Variables of a work-item that fill a register, where nothing else does.
constexpr double kSideBySide = 4;

// By the place of its feature.
bool is_arithmetic(std::size_t work) {
  return work <= kInt64 || work == kPacked32 || work == kPacked64;
}

bool is_unrolled(const LoopCount& loop) {
  return loop.constant_trips > 0 && loop.constant_trips <= kMostUnrolled;
}

class BoundControl : public BoundTerm {
 public:
  BoundControl(const KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : traits_(traits), registers_(model, traits, table), arrangement_(model, table) {
    for (const OpCount& op : model.ops) {
      if (const double instructions = lone_instructions(op); instructions > 0) {
        specials_.emplace_back(table.add(op.count), op.instructions_each * instructions);
      } else if (!op.index && is_plain(op)) {
        totals_.push_back({work_of(op), table.add(op.count), op.instructions_each, op.in_vectors,
                           traits.is_gpu ? 0 : op.uniform});
      }
    }
    for (const LoopCount& loop : model.loops) {
      if (!is_unrolled(loop)) {
        loops_.push_back({table.add(loop.iterations), loop.has_barrier,
                          static_cast<double>(loop.carried_bytes)});
      }
    }
    for (const Access& access : model.accesses) {
      add_access(model, access, table);
    }
    for (const Access& access : model.accesses) {
      if (is_kept_in_memory(model, access)) {
        private_.push_back(table.add(access.count));
      }
    }
    for (const auto& sync : model.sync) {
      barriers_.push_back(table.add(sync.count));
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    std::fill(counts.begin(), counts.end(), 0.0);
    std::array<double, kWorks> work{};
    Instructions instructions;
    const bool has_loop = arrangement_.has_loop(values);
    for (const Total& total : totals_) {
      // What is the same for all of a group a compiler for CPUs does once, before the work-items.
      const double differing = has_loop ? 1 : 1 - total.uniform;
      const double operations = differing * number(values, total.slot);
      work[total.work] += operations;
      instructions.add(total, operations);
    }
    const Kind kind = kind_of(values, work, has_loop);
    if (has_loop && kind != kVector && arrangement_.is_packed()) {
      work[kPacked32] = std::exchange(work[kFloat32], 0);
      work[kPacked64] = std::exchange(work[kFloat64], 0);
    }
    if (!has_loop || kind == kVector) {
      // Of two words each, of which a register holds half as many.
      work[kInt] += kWordsOfInt64 * std::exchange(work[kInt64], 0);
    }
    for (const Accesses& access : accesses_) {
      const Work what = access_work(access, kind, values);
      const double times = number(values, access.total);
      work[what] += times;
      if (access.is_narrow && what != kGather && what != kScatter && what != kLocalStrided) {
        work[access.store ? kNarrowStore : kNarrow] += times;
      }
    }
    for (const std::size_t slot : private_) {
      work[kPrivate] += number(values, slot);
    }
    add_loops(values, work);
    if (kind == kVector) {
      const double operations =
          registers_.operations(work[kFloat16], work[kFloat32], work[kFloat64]);
      // A work-item without neighbours in its group keeps the vectors that its source names.
      const bool is_lone = shape.group_size() == 1;
      work[is_lone ? kLoneRegisters : kRegisters] = operations;
      work[is_lone ? kLoneSpilled : kSpilled] = operations * registers_.spilled_part(values);
      if (!traits_.is_gpu) {
        move_vectors(instructions.of_integers, work);
      }
    }
    const double lone = instructions.are_of_vectors() && !traits_.is_gpu
                            ? 1
                            : lone_part(shape, traits_, kind == kBarrier);
    if (kind != kVector && lone > 0) {
      move_lone(kind, lone, instructions.operations_each(), work);
      for (const auto& [slot, instructions_each] : specials_) {
        work[kLone] += lone * instructions_each * number(values, slot);
      }
      // Each of them has to be come to anew behind a barrier.
      for (const std::size_t slot : barriers_) {
        work[kLone] += lone * kLoneBarrier * number(values, slot);
      }
    }
    work[kItems] = static_cast<double>(shape.work_items());
    const bool is_empty =
        kind == kStraight && std::accumulate(work.begin(), work.begin() + kItems, 0.0) <
                                 kEmptyWork * static_cast<double>(shape.work_items());
    const double idle = shape.idle_factor(traits_.compute_units);
    const Kind place = is_empty ? kEmpty : kind;
    // Between barriers arithmetic costs what it costs in kernels without any.
    const Kind arithmetic = kind != kBarrier ? place : has_loop ? kLoop : kStraight;
    for (std::size_t i = 0; i < kWorks; ++i) {
      counts[(is_arithmetic(i) ? arithmetic : place) * std::size_t{kWorks} + i] = idle * work[i];
    }
  }

 private:
  static constexpr std::size_t kNoStride = ~std::size_t{0};
  struct Total {
    Work work;
    std::size_t slot;
    double instructions_each;
    double in_vectors;
    double uniform;
  };
  // All of a launch.
  struct Instructions {
    double all = 0;
    double of_integers = 0;
    double of_scalars = 0;
    double operations = 0;

    void add(const Total& total, double count) {
      const double each = total.instructions_each * count;
      all += each;
      operations += count;
      of_scalars += count * (1 - total.in_vectors);
      of_integers += total.work == kInt || total.work == kInt64 ? each : 0;
    }
    [[nodiscard]] double operations_each() const { return all > 0 ? operations / all : 1; }
    // Of the development kernels of which a fifth are, Intel's runtime packs the work-items of two
    // in seven, else of all but five in ninety; LLVM's vectoriser, and so PoCL, packs none of them.
    [[nodiscard]] bool are_of_vectors() const {
      constexpr double kMany = 0.2;
      return all > 0 && all - of_scalars >= kMany * all;
    }
  };
  struct Loop {
    std::size_t iterations;
    bool has_barrier;
    double carried_bytes;
  };
  struct Accesses {
    std::size_t total;
    std::size_t stride;
    bool local;
    bool store;
    bool is_narrow;
    std::vector<std::size_t> runtime_strides;  // along loops whose trips a size decides
    std::vector<std::size_t> inner_strides;    // along loops without a barrier
    bool is_beside = false;                    // another load of the array moves as it does
  };

  void add_access(const KernelModel& model, const Access& access, FormulaTable& table) {
    const bool local = access.space == "local";
    if (!local && !is_off_chip(access.space)) {
      return;
    }
    // Along the first dimension: compilers gather where neighbours may lie elsewhere at a border.
    const bool has_stride =
        (access.affine || access.affine_in_rows) && !access.local_strides.empty();
    Accesses added{table.add(access.count),
                   has_stride ? table.add(access.local_strides[0]) : kNoStride,
                   local,
                   access.direction == "store",
                   access.narrow_index,
                   {},
                   {}};
    if (!added.local && !added.store && has_stride) {
      add_loop_strides(model, access, table, added);
      added.is_beside = moves_beside_another(model, access);
    }
    accesses_.push_back(std::move(added));
  }

  // Whether a load before it in the list goes through the same array in the same steps.
  static bool moves_beside_another(const KernelModel& model, const Access& access) {
    return std::any_of(model.accesses.data(), &access, [&](const Access& other) {
      return other.array == access.array && other.direction == access.direction &&
             other.local_strides == access.local_strides &&
             other.loop_strides == access.loop_strides;
    });
  }

  // Along the loops that matter for its kind: every formula takes its time in every prediction.
  static void add_loop_strides(const KernelModel& model, const Access& access, FormulaTable& table,
                               Accesses& added) {
    for (const LoopCount& loop : model.loops) {
      const auto found = access.loop_strides.find(loop.name);
      if (found == access.loop_strides.end()) {
        continue;
      }
      if (model.sync.empty() && loop.constant_trips == 0) {
        added.runtime_strides.push_back(table.add(found->second));
      }
      if (!model.sync.empty() && !loop.has_barrier) {
        added.inner_strides.push_back(table.add(found->second));
      }
    }
  }

  [[nodiscard]] Kind kind_of(const FormulaTable::Values& values,
                             const std::array<double, kWorks>& work, bool has_loop) const {
    if (std::any_of(barriers_.begin(), barriers_.end(),
                    [&](std::size_t slot) { return values[slot].value_or(1) > 0; })) {
      return kBarrier;
    }
    if (!has_loop) {
      return kStraight;
    }
    const bool has_arithmetic = work[kFloat16] + work[kFloat32] + work[kFloat64] > 0;
    return registers_.names_vectors() && has_arithmetic ? kVector : kLoop;
  }

  static Work access_work(const Accesses& access, Kind kind, const FormulaTable::Values& values) {
    const auto stride = access.stride == kNoStride ? std::nullopt : values[access.stride];
    const bool is_near = stride && *stride >= -1 && *stride <= 1;
    if (access.local) {
      return is_near ? kLocal : kLocalStrided;
    }
    if (access.store) {
      return is_near ? kStore : kScatter;
    }
    if (!is_near) {
      return kGather;
    }
    if (*stride == 0) {
      return kUniform;
    }
    const auto moves_by_more_than = [&](const std::vector<std::size_t>& strides, std::int64_t n) {
      return std::any_of(strides.begin(), strides.end(), [&](std::size_t slot) {
        const std::int64_t each = values[slot].value_or(0);
        return each > n || each < -n;
      });
    };
    if (kind == kLoop && moves_by_more_than(access.runtime_strides, 1)) {
      return access.is_beside ? kBeside : kFar;
    }
    return kind == kBarrier && moves_by_more_than(access.inner_strides, 0) ? kInner : kUnit;
  }

  // What the given part of the work-items does one after another: an instruction each, but where
  // variables of a work-item lie side by side.
  static void move_lone(Kind kind, double part, double operations_each,
                        std::array<double, kWorks>& work) {
    const auto move = [&](Work what, double together) {
      work[kLone] += part * work[what] / together;
      work[what] *= 1 - part;
    };
    for (const Work one : {kFloat16, kFloat32, kFloat64}) {
      move(one, operations_each);
    }
    for (const Work one : {kInt, kInt64}) {
      move(one, kIntegersBeside * operations_each);
    }
    move(kPacked32, std::max(operations_each, kSideBySide));
    move(kPacked64, std::max(operations_each, kSideBySide));
    move(kLocal, kBesideArithmetic);
    // Beside barriers a load has a cost of its own, larger than one of these.
    if (kind != kBarrier) {
      for (const Work near : {kUnit, kFar, kBeside, kUniform, kStore}) {
        move(near, kBesideArithmetic);
      }
    }
    work[kNarrow] *= 1 - part;
    work[kNarrowStore] *= 1 - part;
  }

  // Work-items do not share registers where the source names the vectors.
  static void move_vectors(double of_integers, std::array<double, kWorks>& work) {
    work[kLone] += of_integers;
    work[kInt] = 0;
    for (const Work near : {kUnit, kUniform, kStore, kLocal}) {
      work[kLone] += std::exchange(work[near], 0);
    }
    work[kNarrow] = 0;
    work[kNarrowStore] = 0;
  }

  void add_loops(const FormulaTable::Values& values, std::array<double, kWorks>& work) const {
    const double private_bytes = registers_.private_bytes(values);
    for (const Loop& loop : loops_) {
      const double iterations = number(values, loop.iterations);
      work[loop.has_barrier ? kSteps : kIterations] += iterations;
      if (loop.has_barrier) {
        work[kCarried] += iterations * (loop.carried_bytes + private_bytes) / kWordBytes;
      }
    }
  }

  DeviceTraits traits_;
  RegisterUse registers_;
  Arrangement arrangement_;
  std::vector<Total> totals_;
  std::vector<std::pair<std::size_t, double>> specials_;  // and instructions of one
  std::vector<Accesses> accesses_;
  std::vector<std::size_t> private_;  // accesses to private arrays that are kept in memory
  std::vector<std::size_t> barriers_;
  std::vector<Loop> loops_;  // but those that are unrolled
};

class ControlTerm : public Term {
 public:
  ControlTerm() {
    for (const std::string_view kind : kKindNames) {
      for (const std::string_view work : kWorkNames) {
        features_.push_back(fmt::format("f_{}_{}", kind, work));
      }
    }
  }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] const std::vector<std::string>& features() const override { return features_; }
  [[nodiscard]] std::unique_ptr<BoundTerm> bind(const KernelModel& model,
                                                const DeviceTraits& traits,
                                                FormulaTable& table) const override {
    return std::make_unique<BoundControl>(model, traits, table);
  }
  [[nodiscard]] bool covers(const OpCount& op) const override { return is_plain(op); }
  [[nodiscard]] bool covers(const Access&) const override { return true; }

 private:
  std::string name_ = "control";
  std::vector<std::string> features_;
};

}  // namespace

std::unique_ptr<Term> control_term() { return std::make_unique<ControlTerm>(); }

}  // namespace clgauge::model
