#include "model/terms/lens_term.h"

#include <algorithm>
#include <limits>

#include "lens/launch/features.h"
#include "lens/launch/ir_features.h"
#include "lens/launch/simt_features.h"

namespace clgauge::model {

namespace {

class BoundLens : public BoundTerm {
 public:
  void count(const FormulaTable::Values& /*values*/, const LaunchShape& /*shape*/,
             std::span<double> counts) const override {
    std::fill(counts.begin(), counts.end(), std::numeric_limits<double>::quiet_NaN());
  }
};

class LensTerm : public Term {
 public:
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] const std::vector<std::string>& features() const override { return names_; }
  [[nodiscard]] std::unique_ptr<BoundTerm> bind(const collector::KernelModel& /*model*/,
                                                const DeviceTraits& /*traits*/,
                                                FormulaTable& /*table*/) const override {
    return std::make_unique<BoundLens>();
  }
  // All that runs is in the code.
  [[nodiscard]] bool covers(const collector::OpCount& /*op*/) const override { return true; }
  [[nodiscard]] bool covers(const collector::Access& /*access*/) const override { return true; }

 private:
  static std::vector<std::string> all_names() {
    std::vector<std::string> names = lens::lens_feature_names();
    const std::vector<std::string>& of_ir = lens::ir_feature_names();
    names.insert(names.end(), of_ir.begin(), of_ir.end());
    const std::vector<std::string>& of_ptx = lens::simt_feature_names();
    names.insert(names.end(), of_ptx.begin(), of_ptx.end());
    return names;
  }

  std::string name_ = "lens";
  std::vector<std::string> names_ = all_names();
};

}  // namespace

std::unique_ptr<Term> lens_term() { return std::make_unique<LensTerm>(); }

bool is_lens_feature(std::string_view name) { return name.substr(0, 7) == "f_lens_"; }

bool needs_ir(const std::vector<std::string>& features) {
  return std::any_of(features.begin(), features.end(),
                     [](const std::string& name) { return name.starts_with("f_lens_ir_"); });
}

bool needs_lens(const std::vector<std::string>& features) {
  return std::any_of(features.begin(), features.end(), is_lens_feature);
}

}  // namespace clgauge::model
