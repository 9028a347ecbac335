#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/expression/expression.h"
#include "model/fitted.h"
#include "model/predict/predict.h"

namespace clgauge::model {

// The text of an expression without what is zero as long as `dropped` features are: nothing of
// `p * f` for a dropped f. "0" when nothing is left. `dropped` has one entry for each feature.
[[nodiscard]] std::string text_without(const Expression& expression,
                                       const std::vector<bool>& dropped);

// A fitted model for a kernel that does few of the things that the model has costs for. Gives
// bit by bit the time and interval of the whole model where the dropped features are zero.
class ReducedModel {
 public:
  // Drops the features whose count is zero.
  ReducedModel(const Predictor& whole, std::span<const double> counts);
  // Drops those features of `earlier` that are zero here as well: as counts differ, every kernel
  // comes to the model that fits all of its launches.
  ReducedModel(const Predictor& whole, std::span<const double> counts, const ReducedModel& earlier);

  // Whether the dropped features are zero. `counts` are those of the whole model.
  [[nodiscard]] bool fits(std::span<const double> counts) const;

  // Throws as Predictor::estimate() does. Only where it fits.
  [[nodiscard]] Predictor::Estimate estimate(std::span<const double> counts,
                                             Predictor::Workspace& workspace,
                                             std::vector<double>& kept_counts) const;
  // The whole answer, with shares named as the whole model names them. As estimate() otherwise.
  [[nodiscard]] Prediction predict(std::span<const double> counts, Predictor::Workspace& workspace,
                                   std::vector<double>& kept_counts) const;
  // Of what estimate() has left in the workspace.
  [[nodiscard]] CostParts parts(const Predictor::Estimate& estimate,
                                const Predictor::Workspace& workspace) const {
    return predictor_.parts(estimate, workspace);
  }
  // Of what estimate() has left in both.
  [[nodiscard]] std::vector<const FittedParameter*> undetermined(
      Predictor::Workspace& workspace, std::span<const double> kept_counts) const {
    return predictor_.undetermined(kept_counts, workspace);
  }

 private:
  ReducedModel(const Predictor& whole, const std::vector<bool>& dropped);
  void keep(std::span<const double> counts, std::vector<double>& kept_counts) const;

  std::vector<std::size_t> dropped_;  // features of the whole model
  Predictor predictor_;
  std::vector<std::size_t> kept_;  // feature of the whole model, by feature of predictor_
};

}  // namespace clgauge::model
