#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/terms/term.h"

namespace clgauge::model {

// A term that is all in its bound form: Bound(model, traits, table) counts the named features.
template <typename Bound>
class TermOf : public Term {
 public:
  TermOf(std::string name, std::vector<std::string> features)
      : name_(std::move(name)), features_(std::move(features)) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] const std::vector<std::string>& features() const override { return features_; }
  [[nodiscard]] std::unique_ptr<BoundTerm> bind(const collector::KernelModel& model,
                                                const DeviceTraits& traits,
                                                FormulaTable& table) const override {
    return std::make_unique<Bound>(model, traits, table);
  }

 private:
  std::string name_;
  std::vector<std::string> features_;
};

}  // namespace clgauge::model
