#include "model/predict/predict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::model {

namespace {

// Below this part of the total a rest is rounding.
constexpr double kNegligibleShare = 1e-9;

std::vector<double> values_of(const FittedModel& model) {
  std::vector<double> values;
  values.reserve(model.parameters.size());
  for (const FittedParameter& parameter : model.parameters) {
    values.push_back(parameter.value);
  }
  return values;
}

// `features`, by name, and how many of each there are.
std::string why_not_positive(double seconds, const std::vector<std::string>& features,
                             std::span<const double> counts) {
  if (!features.empty() &&
      std::all_of(counts.begin(), counts.end(), [](double count) { return count == 0; })) {
    return fmt::format("this kernel has none of {}; choose another model",
                       fmt::join(features, ", "));
  }
  if (!std::isfinite(seconds)) {
    return "it is no finite number for them (it divides by a count of 0, say); choose another "
           "model";
  }
  if (std::signbit(seconds)) {
    return "costs are not negative, so it takes too many of them away; check its signs";
  }
  return "no cost that the calibration determined covers this kernel; calibrate with more effort "
         "or choose another model";
}

// What stands in the text twice (as what one core does, and what it does alone) is there once.
Structure counted_once(Structure structure) {
  auto& terms = structure.terms;
  auto end = terms.begin();
  for (auto term = terms.begin(); term != terms.end(); ++term) {
    const bool is_repeated = std::any_of(terms.begin(), end, [&](const CostTerm& earlier) {
      return earlier.parameter == term->parameter && earlier.features == term->features &&
             earlier.exponents == term->exponents;
    });
    if (!is_repeated) {
      *end++ = *term;
    }
  }
  terms.erase(end, terms.end());
  return structure;
}

std::vector<std::string> labels_of(const Expression& expression, const Structure& structure) {
  std::vector<std::vector<std::size_t>> features(structure.roles.size());
  std::vector<std::set<std::size_t>> exponents(structure.roles.size());
  for (const CostTerm& term : structure.terms) {
    auto& known = features[term.parameter];
    for (const std::size_t feature : term.features) {
      if (std::find(known.begin(), known.end(), feature) == known.end()) {
        known.push_back(feature);
      }
    }
    exponents[term.parameter].insert(term.exponents.begin(), term.exponents.end());
  }
  std::vector<std::string> labels(features.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (const std::size_t feature : features[i]) {
      labels[i] += (labels[i].empty() ? "" : " + ") + expression.features()[feature];
    }
    for (const std::size_t exponent : exponents[i]) {
      labels[i] += " ^ " + expression.parameters()[exponent];
    }
    if (labels[i].empty()) {
      labels[i].push_back('1');
    }
  }
  return labels;
}

}  // namespace

Predictor::Predictor(FittedModel model, std::vector<std::string> labels)
    : model_(std::move(model)),
      expression_(Expression::parse(model_.expression)),
      structure_(counted_once(analyse(expression_))),
      values_(values_of(model_)),
      labels_(labels.empty() ? labels_of(expression_, structure_) : std::move(labels)) {
  const auto& names = expression_.parameters();
  const bool same_names =
      std::equal(names.begin(), names.end(), model_.parameters.begin(), model_.parameters.end(),
                 [](const std::string& name, const FittedParameter& parameter) {
                   return name == parameter.name;
                 });
  if (!same_names) {
    throw Error(ErrorKind::input,
                fmt::format("fitted model '{}': its parameters are not those of its expression; "
                            "fit it again",
                            model_.name));
  }
  if (model_.covariance.size() != names.size() * names.size()) {
    throw Error(
        ErrorKind::input,
        fmt::format("fitted model '{}': expected a covariance of {} x {}, found {} entries; "
                    "fit it again",
                    model_.name, names.size(), names.size(), model_.covariance.size()));
  }
  for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
    if (model_.parameters[i].status == ParameterStatus::unidentified) {
      undetermined_.push_back(i);
    }
  }
}

Predictor::Estimate Predictor::estimate(std::span<const double> counts,
                                        Workspace& workspace) const {
  const std::size_t n = values_.size();
  workspace.parameter_gradient.resize(n);
  const double seconds =
      expression_.gradient(values_, counts, workspace.expression, workspace.parameter_gradient);
  if (!(seconds > 0) || !std::isfinite(seconds)) {
    throw Error(ErrorKind::unsupported,
                fmt::format("model '{}' gives {} seconds for these counts: {}", model_.name,
                            seconds, why_not_positive(seconds, expression_.features(), counts)));
  }
  double variance = 0;  // of the time, from the costs
  const std::vector<double>& gradient = workspace.parameter_gradient;
  auto& moving = workspace.moving;  // one kernel exercises few costs of a large model
  moving.clear();
  for (std::size_t i = 0; i < n; ++i) {
    // Infinite at the zero of a root, of which the covariance knows nothing.
    if (gradient[i] != 0 && std::isfinite(gradient[i])) {
      moving.push_back(i);
    }
  }
  for (const std::size_t i : moving) {
    double row = 0;
    for (const std::size_t j : moving) {
      row += model_.covariance[i * n + j] * gradient[j];
    }
    variance += gradient[i] * row;
  }
  variance = std::max(variance, 0.0);
  for (const std::size_t i : moving) {
    const double off = values_[i] * gradient[i] * model_.parameters[i].log_sigma;
    variance += off * off;
  }
  Estimate result;
  result.seconds = seconds;
  result.log_sigma =
      std::sqrt(model_.log_sigma * model_.log_sigma + variance / (seconds * seconds));
  const auto width = [&](double multiplier) {
    return std::exp(std::min(multiplier * result.log_sigma, kMostLogWidth));
  };
  result.low = seconds / width(model_.multiplier_below);
  result.high = seconds * width(model_.multiplier_above);
  return result;
}

CostParts Predictor::parts(const Estimate& estimate, const Workspace& workspace) const {
  CostParts parts;
  for (const std::size_t i : workspace.moving) {
    if (structure_.roles[i] == Role::cost && values_[i] != 0) {
      parts.push_back({model_.parameters[i].name,
                       values_[i] * workspace.parameter_gradient[i] / estimate.seconds});
    }
  }
  return parts;
}

std::vector<const FittedParameter*> Predictor::undetermined(std::span<const double> counts,
                                                            Workspace& workspace) const {
  std::vector<const FittedParameter*> result;
  if (undetermined_.empty()) {
    return result;
  }
  const auto term_counts =
      coefficients(expression_, structure_, values_, counts, workspace.expression);
  for (const std::size_t i : undetermined_) {
    double count = 0;
    for (std::size_t t = 0; t < term_counts.size(); ++t) {
      count += structure_.terms[t].parameter == i ? term_counts[t] : 0;
    }
    const bool is_counted = structure_.roles[i] == Role::cost && count != 0;
    if (is_counted || workspace.parameter_gradient[i] != 0) {
      result.push_back(&model_.parameters[i]);
    }
  }
  return result;
}

std::vector<CostShare> Predictor::breakdown(std::span<const double> counts, double seconds,
                                            Workspace& workspace) const {
  // estimate() has left the derivatives in the workspace.
  std::vector<double> count(values_.size());
  const auto term_counts =
      coefficients(expression_, structure_, values_, counts, workspace.expression);
  for (std::size_t t = 0; t < structure_.terms.size(); ++t) {
    count[structure_.terms[t].parameter] += term_counts[t];
  }
  // Sorted before there are names to move about; the parameter behind the last one is the rest.
  std::vector<std::pair<std::size_t, double>> shares;
  double rest = seconds;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (structure_.roles[i] != Role::cost) {
      continue;
    }
    const double share = values_[i] == 0 ? 0 : values_[i] * workspace.parameter_gradient[i];
    rest -= share;
    if (count[i] != 0 || share != 0) {
      shares.emplace_back(i, share);
    }
  }
  if (std::abs(rest) > kNegligibleShare * seconds) {
    shares.emplace_back(values_.size(), rest);
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<CostShare> result;
  result.reserve(shares.size());
  for (const auto& [i, share] : shares) {
    if (i < values_.size()) {
      result.push_back({model_.parameters[i].name, labels_[i], count[i], share});
    } else {
      result.push_back({"(combination)", "", 1, share});
    }
  }
  return result;
}

Prediction Predictor::predict(std::span<const double> counts, Workspace& workspace) const {
  const Estimate time = estimate(counts, workspace);
  Prediction prediction;
  prediction.seconds = time.seconds;
  prediction.low = time.low;
  prediction.high = time.high;
  prediction.coverage = model_.coverage;
  prediction.log_sigma = time.log_sigma;
  prediction.breakdown = breakdown(counts, time.seconds, workspace);
  for (const FittedParameter* parameter : undetermined(counts, workspace)) {
    prediction.unsupported.push_back(parameter->name);
    prediction.notes.push_back(parameter->name + ": " + parameter->note);
  }
  return prediction;
}

Prediction Predictor::predict(const FeatureVector& features) const {
  std::vector<double> counts;
  counts.reserve(expression_.features().size());
  for (const std::string& name : expression_.features()) {
    const auto found = features.find(name);
    counts.push_back(found == features.end() ? 0.0 : found->second);
  }
  Workspace workspace;
  return predict(counts, workspace);
}

Predictor::Estimate widened(Predictor::Estimate estimate,
                            const std::optional<GuessedTimes>& times) {
  if (!times) {
    return estimate;
  }
  // Of a normal distribution, 90% lie within that many standard deviations.
  constexpr double kNineInTen = 1.645;
  const double fewest = times->fewest.value_or(estimate.seconds);
  const double most = times->most.value_or(estimate.seconds);
  const double below = std::max(std::log(estimate.seconds / fewest), 0.0);
  const double above = std::max(std::log(most / estimate.seconds), 0.0);
  const double low = std::hypot(std::log(estimate.seconds / estimate.low), kNineInTen * below);
  const double high = std::hypot(std::log(estimate.high / estimate.seconds), kNineInTen * above);
  estimate.low = estimate.seconds * std::exp(-low);
  estimate.high = estimate.seconds * std::exp(high);
  estimate.log_sigma = std::hypot(estimate.log_sigma, (below + above) / 2);
  return estimate;
}

Prediction widened(Prediction prediction, const std::optional<GuessedTimes>& times) {
  const Predictor::Estimate estimate = widened(estimate_of(prediction), times);
  return with_estimate(std::move(prediction), estimate);
}

Predictor::Estimate estimate_of(const Prediction& prediction) {
  return {prediction.seconds, prediction.log_sigma, prediction.low, prediction.high};
}

Prediction with_estimate(Prediction prediction, const Predictor::Estimate& estimate) {
  prediction.seconds = estimate.seconds;
  prediction.log_sigma = estimate.log_sigma;
  prediction.low = estimate.low;
  prediction.high = estimate.high;
  return prediction;
}

CostParts parts_of(const Prediction& prediction) {
  CostParts parts;
  parts.reserve(prediction.breakdown.size());
  for (const CostShare& share : prediction.breakdown) {
    if (share.seconds != 0) {
      parts.push_back({share.cost, share.seconds / prediction.seconds});
    }
  }
  return parts;
}

nlohmann::json to_json(const Prediction& prediction) {
  nlohmann::json breakdown = nlohmann::json::array();
  for (const CostShare& share : prediction.breakdown) {
    breakdown.push_back({{"cost", share.cost},
                         {"feature", share.feature},
                         {"count", share.count},
                         {"seconds", share.seconds}});
  }
  return {{"seconds", prediction.seconds},         {"interval", {prediction.low, prediction.high}},
          {"coverage", prediction.coverage},       {"breakdown", std::move(breakdown)},
          {"unsupported", prediction.unsupported}, {"notes", prediction.notes}};
}

}  // namespace clgauge::model
