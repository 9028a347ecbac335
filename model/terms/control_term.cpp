#include "model/terms/control_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;
using collector::OpCount;

using Kind = std::size_t;
constexpr Kind kStraight = 0;
constexpr Kind kLoop = 1;
constexpr Kind kBarrier = 2;
constexpr Kind kKinds = 3;

enum Work : std::size_t {
  kFloat32,
  kFloat64,
  kInt,
  kUnit,
  kGather,
  kLocal,
  kIterations,
  kItems,
  kWorks
};
constexpr std::array<std::string_view, kKinds> kKindNames = {"straight", "loop", "barrier"};
constexpr std::array<std::string_view, kWorks> kWorkNames = {
    "float32", "float64", "int", "unit", "gather", "local", "iterations", "items"};

// These have costs of their own, whatever the kind.
constexpr std::array<std::string_view, 9> kCostly = {"div", "sqrt", "rsqrt", "exp", "log",
                                                     "sin", "cos",  "pow",   "tan"};

bool is_costly(const std::string& op) {
  return std::find(kCostly.begin(), kCostly.end(), op) != kCostly.end();
}

bool is_off_chip(const std::string& space) { return space == "global" || space == "constant"; }

Work work_of(const OpCount& op) {
  if (op.dtype == "float64") {
    return kFloat64;
  }
  return op.dtype.rfind("float", 0) == 0 ? kFloat32 : kInt;
}

class BoundControl : public BoundTerm {
 public:
  BoundControl(const KernelModel& model, FormulaTable& table) {
    for (const OpCount& op : model.ops) {
      if (!op.index && !is_costly(op.op)) {
        totals_.push_back({work_of(op), table.add(op.count.total)});
      }
    }
    for (const Access& access : model.accesses) {
      const std::size_t total = table.add(access.count.total);
      if (access.space == "local") {
        totals_.push_back({kLocal, total});
      } else if (is_off_chip(access.space)) {
        const bool has_stride = access.affine && !access.local_strides.empty();
        const std::size_t stride = has_stride ? table.add(access.local_strides[0]) : kNoStride;
        accesses_.push_back({total, stride});
      }
    }
    for (const auto& loop : model.loops) {
      totals_.push_back({kIterations, table.add(loop.iterations.total)});
    }
    for (const auto& sync : model.sync) {
      barriers_.push_back(table.add(sync.count.total));
    }
    for (const auto& loop : model.loops) {
      loops_.push_back(table.add(loop.iterations.total));
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    std::fill(counts.begin(), counts.end(), 0.0);
    const auto any = [&](const std::vector<std::size_t>& slots) {
      return std::any_of(slots.begin(), slots.end(),
                         [&](std::size_t slot) { return values[slot].value_or(1) > 0; });
    };
    const Kind kind = any(barriers_) ? kBarrier : any(loops_) ? kLoop : kStraight;
    const auto work = counts.subspan(kind * std::size_t{kWorks}, kWorks);
    for (const Total& total : totals_) {
      work[total.work] += static_cast<double>(values[total.slot].value_or(0));
    }
    for (const Accesses& access : accesses_) {
      const auto stride = access.stride == kNoStride ? std::nullopt : values[access.stride];
      const bool is_unit = stride && *stride >= -1 && *stride <= 1;
      work[is_unit ? kUnit : kGather] += static_cast<double>(values[access.total].value_or(0));
    }
    work[kItems] = static_cast<double>(shape.work_items());
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
  };
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
  [[nodiscard]] std::unique_ptr<BoundTerm> bind(const KernelModel& model, const DeviceTraits&,
                                                FormulaTable& table) const override {
    return std::make_unique<BoundControl>(model, table);
  }
  [[nodiscard]] bool covers(const OpCount& op) const override { return !is_costly(op.op); }
  [[nodiscard]] bool covers(const Access&) const override { return true; }

 private:
  std::string name_ = "control";
  std::vector<std::string> features_;
};

}  // namespace

std::unique_ptr<Term> control_term() { return std::make_unique<ControlTerm>(); }

}  // namespace clgauge::model
