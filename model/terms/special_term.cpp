#include "model/terms/special_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "model/features/kinds.h"
#include "model/terms/arrangement.h"

namespace clgauge::model {

namespace {

using collector::KernelModel;
using collector::OpCount;

constexpr std::array<std::string_view, 6> kClasses = {"div", "sqrt", "exp", "log", "trig", "pow"};

// By the beginning of the name: "sin" stands for sinpi and sincos too. The first that fits counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kBeginnings = {{
    {"div", "div"},   {"rem", "div"},    {"fmod", "div"},  {"sqrt", "sqrt"},  {"rsqrt", "sqrt"},
    {"cbrt", "sqrt"}, {"hypot", "sqrt"}, {"sinh", "exp"},  {"cosh", "exp"},   {"tanh", "exp"},
    {"exp", "exp"},   {"erf", "exp"},    {"log", "log"},   {"lgamma", "log"}, {"tgamma", "pow"},
    {"sin", "trig"},  {"cos", "trig"},   {"tan", "trig"},  {"asin", "trig"},  {"acos", "trig"},
    {"atan", "trig"}, {"pow", "pow"},    {"rootn", "pow"}, {"recip", "div"},
}};

// Features: two of each class, then the same of work-items that run alone, then these three.
constexpr std::size_t kOfClasses = 2 * kClasses.size();
constexpr std::size_t kAtomics = 2 * kOfClasses;
constexpr std::size_t kIntegerDivisions = kAtomics + 1;
constexpr std::size_t kLocalAtomics = kAtomics + 2;

class BoundSpecial : public BoundTerm {
 public:
  BoundSpecial(const KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : compute_units_(traits.compute_units), arrangement_(model, table) {
    for (const OpCount& op : model.ops) {
      const double uniform = traits.is_gpu ? 0 : op.uniform;
      if (op.op == "atomic") {
        totals_.push_back({op.in_local ? kLocalAtomics : kAtomics, table.add(op.count)});
      } else if (!is_float(op) && special_class(op.op) == "div") {
        totals_.push_back({kIntegerDivisions, table.add(op.count), 1, uniform});
      } else if (const auto found = is_float(op) ? special_class(op.op) : std::nullopt) {
        const auto place = static_cast<std::size_t>(
            std::find(kClasses.begin(), kClasses.end(), *found) - kClasses.begin());
        // Functions of vectors exist on CPUs, and take hardly longer than those of one number.
        totals_.push_back({2 * place + (op.dtype == "float64" ? 1 : 0), table.add(op.count),
                           traits.is_gpu ? 1 : op.instructions_each, uniform});
      }
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    std::fill(counts.begin(), counts.end(), 0.0);
    const double idle = shape.idle_factor(compute_units_);
    const bool has_loop = arrangement_.has_loop(values);
    const bool alone = has_loop && !arrangement_.is_packed();
    for (const Total& total : totals_) {
      const bool is_alone = alone && total.feature < kOfClasses;
      counts[is_alone ? total.feature + kOfClasses : total.feature] +=
          idle * total.calls_each * (has_loop ? 1 : 1 - total.uniform) * number(values, total.slot);
    }
  }

 private:
  struct Total {
    std::size_t feature;
    std::size_t slot;
    double calls_each = 1;  // by operation
    double uniform = 0;     // part of them
  };

  unsigned compute_units_;
  Arrangement arrangement_;
  std::vector<Total> totals_;
};

class SpecialTerm : public Term {
 public:
  SpecialTerm() {
    for (const std::string_view prefix : {"", "loop_"}) {
      for (const std::string_view name : kClasses) {
        features_.push_back(fmt::format("f_{}{}_float32", prefix, name));
        features_.push_back(fmt::format("f_{}{}_float64", prefix, name));
      }
    }
    features_.emplace_back("f_atomics");
    features_.emplace_back("f_div_int");
    features_.emplace_back("f_local_atomics");
  }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] const std::vector<std::string>& features() const override { return features_; }
  [[nodiscard]] std::unique_ptr<BoundTerm> bind(const KernelModel& model,
                                                const DeviceTraits& traits,
                                                FormulaTable& table) const override {
    return std::make_unique<BoundSpecial>(model, traits, table);
  }
  [[nodiscard]] bool covers(const OpCount& op) const override {
    return op.op == "atomic" || (is_float(op) && special_class(op.op).has_value());
  }
  [[nodiscard]] bool covers(const collector::Access&) const override { return false; }

 private:
  std::string name_ = "special";
  std::vector<std::string> features_;
};

}  // namespace

std::optional<std::string_view> special_class(std::string_view op) {
  for (const std::string_view prefix : {"native_", "half_"}) {
    if (op.substr(0, prefix.size()) == prefix) {
      op.remove_prefix(prefix.size());
    }
  }
  const auto* const found =
      std::find_if(kBeginnings.begin(), kBeginnings.end(), [&](const auto& beginning) {
        return op.substr(0, beginning.first.size()) == beginning.first;
      });
  return found == kBeginnings.end() ? std::nullopt : std::optional(found->second);
}

std::unique_ptr<Term> special_term() { return std::make_unique<SpecialTerm>(); }

}  // namespace clgauge::model
