#include "model/predict/kernel_predictor.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace clgauge::model {

KernelPredictor::KernelPredictor(collector::KernelModel kernel, FittedModel model,
                                 const DeviceTraits& traits)
    : KernelPredictor(std::move(kernel), std::make_shared<const Predictor>(std::move(model)),
                      traits) {}

KernelPredictor::KernelPredictor(collector::KernelModel kernel,
                                 std::shared_ptr<const Predictor> predictor,
                                 const DeviceTraits& traits)
    : kernel_(std::move(kernel)),
      predictor_(std::move(predictor)),
      binder_(kernel_, traits, predictor_->features()) {}

void KernelPredictor::count(const collector::Bindings& bindings, Workspace& workspace,
                            bool with_problems, DataGuess::Case which) const {
  workspace.counts.resize(predictor_->features().size());
  binder_.bind(bindings, workspace.counts, workspace.binder,
               with_problems ? &workspace.problems : nullptr, which);
  if (workspace.whole != predictor_) {
    workspace.whole = nullptr;
    workspace.reduced.emplace(*predictor_, workspace.counts);
    workspace.whole = predictor_;
  } else if (!workspace.reduced->fits(workspace.counts)) {
    workspace.reduced.emplace(ReducedModel(*predictor_, workspace.counts, *workspace.reduced));
  }
}

std::optional<GuessedTimes> KernelPredictor::guessed_times(const collector::Bindings& bindings,
                                                           Workspace& workspace) const {
  if (!binder_.guesses()) {
    return std::nullopt;
  }
  const auto seconds = [&](DataGuess::Case which) {
    count(bindings, workspace, false, which);
    return time_if_any([&] {
      return workspace.reduced
          ->estimate(workspace.counts, workspace.predictor, workspace.kept_counts)
          .seconds;
    });
  };
  const std::optional<double> fewest = seconds(DataGuess::Case::fewest);
  return GuessedTimes{fewest, seconds(DataGuess::Case::most)};
}

void KernelPredictor::name_problems(const Workspace& workspace,
                                    std::vector<std::string>& unsupported) const {
  const FeatureBinder::Problems& problems = workspace.problems;
  for (std::size_t i = 0; i < problems.unknown.size(); ++i) {
    if (problems.unknown[i] || problems.upper_bounds[i]) {
      unsupported.push_back(predictor_->features()[i]);
    }
  }
  for (const std::string& what : problems.uncovered) {
    if (std::find(unsupported.begin(), unsupported.end(), what) == unsupported.end()) {
      unsupported.push_back(what);
    }
  }
}

Predictor::Estimate KernelPredictor::estimate(const collector::Bindings& bindings,
                                              Workspace& workspace,
                                              std::vector<std::string>* unsupported) const {
  const auto guessed = guessed_times(bindings, workspace);
  count(bindings, workspace, unsupported != nullptr);
  const Predictor::Estimate estimate = widened(
      workspace.reduced->estimate(workspace.counts, workspace.predictor, workspace.kept_counts),
      guessed);
  if (unsupported != nullptr) {
    unsupported->clear();
    for (const FittedParameter* parameter :
         workspace.reduced->undetermined(workspace.predictor, workspace.kept_counts)) {
      unsupported->push_back(parameter->name);
    }
    name_problems(workspace, *unsupported);
  }
  return estimate;
}

Prediction KernelPredictor::predict(const collector::Bindings& bindings,
                                    Workspace& workspace) const {
  const auto guessed = guessed_times(bindings, workspace);
  count(bindings, workspace, true);
  Prediction prediction = widened(
      workspace.reduced->predict(workspace.counts, workspace.predictor, workspace.kept_counts),
      guessed);
  prediction.notes.clear();
  name_problems(workspace, prediction.unsupported);
  return prediction;
}

Prediction KernelPredictor::predict(const collector::Bindings& bindings) const {
  Workspace workspace;
  const auto guessed = guessed_times(bindings, workspace);
  workspace.counts.resize(predictor_->features().size());
  FeatureBinder::Problems problems;
  binder_.bind(bindings, workspace.counts, workspace.binder, &problems);
  Prediction prediction =
      widened(predictor_->predict(workspace.counts, workspace.predictor), guessed);

  const auto add = [&](const std::string& name, const std::string& note) {
    prediction.unsupported.push_back(name);
    prediction.notes.push_back(name + ": " + note);
  };
  for (std::size_t i = 0; i < problems.unknown.size(); ++i) {
    if (problems.unknown[i]) {
      add(predictor_->features()[i], "its count depends on data or on a size without a value");
    } else if (problems.upper_bounds[i]) {
      add(predictor_->features()[i], "its count is an upper bound");
    }
  }
  for (const std::string& what : problems.uncovered) {
    add(what, fmt::format("model '{}' does not count it", model().name));
  }
  for (const std::string& refusal : kernel_.refusals) {
    add(refusal, "the collector could not count it");
  }
  return prediction;
}

}  // namespace clgauge::model
