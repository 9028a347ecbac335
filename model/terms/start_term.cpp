#include "model/terms/start_term.h"

#include <string>
#include <vector>

namespace clgauge::model {

namespace {

class BoundStart : public BoundTerm {
 public:
  explicit BoundStart(const DeviceTraits& traits) : compute_units_(traits.compute_units) {}

  void count(const FormulaTable::Values& /*values*/, const LaunchShape& shape,
             std::span<double> counts) const override {
    counts[0] = shape.groups > 1 && compute_units_ > 1 ? 1 : 0;
  }

 private:
  unsigned compute_units_;
};

class StartTerm : public Term {
 public:
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] const std::vector<std::string>& features() const override { return features_; }
  [[nodiscard]] std::unique_ptr<BoundTerm> bind(const collector::KernelModel& /*model*/,
                                                const DeviceTraits& traits,
                                                FormulaTable& /*table*/) const override {
    return std::make_unique<BoundStart>(traits);
  }

 private:
  std::string name_ = "start";
  std::vector<std::string> features_ = {"f_forks"};
};

}  // namespace

std::unique_ptr<Term> start_term() { return std::make_unique<StartTerm>(); }

}  // namespace clgauge::model
