#include "model/terms/start_term.h"

#include <string>
#include <vector>

#include "model/terms/term_of.h"

namespace clgauge::model {

namespace {

class BoundStart : public BoundTerm {
 public:
  BoundStart(const collector::KernelModel& /*model*/, const DeviceTraits& traits,
             FormulaTable& /*table*/)
      : compute_units_(traits.compute_units) {}

  void count(const FormulaTable::Values& /*values*/, const LaunchShape& shape,
             std::span<double> counts) const override {
    counts[0] = shape.groups > 1 && compute_units_ > 1 ? 1 : 0;
  }

 private:
  unsigned compute_units_;
};

}  // namespace

std::unique_ptr<Term> start_term() {
  return std::make_unique<TermOf<BoundStart>>("start", std::vector<std::string>{"f_forks"});
}

}  // namespace clgauge::model
