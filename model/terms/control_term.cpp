#include "model/terms/control_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>

#include "model/features/kinds.h"
#include "model/terms/special_term.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;
using collector::OpCount;

using Kind = std::size_t;
constexpr Kind kStraight = 0;
constexpr Kind kLoop = 1;
constexpr Kind kBarrier = 2;
constexpr Kind kEmpty = 3;
constexpr Kind kKinds = 4;

// Where work-items do less than this on average, most of them find nothing to do: no compiler makes
// vectors of such a branch.
constexpr double kEmptyWork = 0.0625;

enum Work : std::size_t {
  kFloat32,
  kFloat64,
  kFloat16,
  kInt,
  kUnit,
  kUniform,
  kGather,
  kStore,
  kScatter,
  kLocal,
  kLocalStrided,
  kIterations,
  kItems,
  kWorks
};
constexpr std::array<std::string_view, kKinds> kKindNames = {"straight", "loop", "barrier",
                                                             "empty"};
constexpr std::array<std::string_view, kWorks> kWorkNames = {
    "float32", "float64", "float16", "int",           "unit",       "uniform", "gather",
    "store",   "scatter", "local",   "local_strided", "iterations", "items"};

// Atomic updates and special functions have costs of their own, whatever the kind.
bool is_plain(const OpCount& op) {
  return op.op != "atomic" && !(is_float(op) && special_class(op.op));
}

Work work_of(const OpCount& op) {
  if (!is_float(op)) {
    return kInt;
  }
  return op.dtype == "float64" ? kFloat64 : op.dtype == "float16" ? kFloat16 : kFloat32;
}

Work work_of(bool local, bool store, std::optional<std::int64_t> stride) {
  const bool is_near = stride && *stride >= -1 && *stride <= 1;
  if (local) {
    return is_near ? kLocal : kLocalStrided;
  }
  if (store) {
    return is_near ? kStore : kScatter;
  }
  return !is_near ? kGather : *stride == 0 ? kUniform : kUnit;
}

class BoundControl : public BoundTerm {
 public:
  BoundControl(const KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : compute_units_(traits.compute_units) {
    for (const OpCount& op : model.ops) {
      if (!op.index && is_plain(op)) {
        totals_.push_back({work_of(op), table.add(op.count.total)});
      }
    }
    for (const Access& access : model.accesses) {
      const bool local = access.space == "local";
      if (!local && !is_off_chip(access.space)) {
        continue;
      }
      const bool has_stride = access.affine && !access.local_strides.empty();
      accesses_.push_back({table.add(access.count.total),
                           has_stride ? table.add(access.local_strides[0]) : kNoStride, local,
                           access.direction == "store"});
    }
    for (const auto& loop : model.loops) {
      loops_.push_back(table.add(loop.iterations.total));
      totals_.push_back({kIterations, loops_.back()});
    }
    for (const auto& sync : model.sync) {
      barriers_.push_back(table.add(sync.count.total));
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    std::fill(counts.begin(), counts.end(), 0.0);
    const auto any = [&](const std::vector<std::size_t>& slots) {
      return std::any_of(slots.begin(), slots.end(),
                         [&](std::size_t slot) { return values[slot].value_or(1) > 0; });
    };
    std::array<double, kWorks> work{};
    for (const Total& total : totals_) {
      work[total.work] += static_cast<double>(values[total.slot].value_or(0));
    }
    for (const Accesses& access : accesses_) {
      const auto stride = access.stride == kNoStride ? std::nullopt : values[access.stride];
      work[work_of(access.local, access.store, stride)] +=
          static_cast<double>(values[access.total].value_or(0));
    }
    const bool is_empty = std::accumulate(work.begin(), work.end(), 0.0) <
                          kEmptyWork * static_cast<double>(shape.work_items());
    const Kind kind = any(barriers_) ? kBarrier
                      : any(loops_)  ? kLoop
                      : is_empty     ? kEmpty
                                     : kStraight;
    work[kItems] = static_cast<double>(shape.work_items());
    const double idle = shape.idle_factor(compute_units_);
    std::transform(work.begin(), work.end(),
                   counts.begin() + static_cast<std::ptrdiff_t>(kind * std::size_t{kWorks}),
                   [idle](double n) { return idle * n; });
  }

 private:
  static constexpr std::size_t kNoStride = ~std::size_t{0};
  struct Total {
    Work work;
    std::size_t slot;
  };
  struct Accesses {
    std::size_t total;
    std::size_t stride;
    bool local;
    bool store;
  };
  unsigned compute_units_;
  std::vector<Total> totals_;
  std::vector<Accesses> accesses_;
  std::vector<std::size_t> barriers_;
  std::vector<std::size_t> loops_;
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
