#include "model/fit/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/fit/solve.h"

namespace clgauge::model {

namespace {

void check(const Sample& sample) {
  if (!(sample.seconds > 0) || !std::isfinite(sample.seconds)) {
    throw Error(ErrorKind::input,
                fmt::format("sample '{}': its time, {} s, is not a positive number", sample.name,
                            sample.seconds));
  }
  for (const double seconds : sample.run_seconds) {
    if (!(seconds > 0) || !std::isfinite(seconds)) {
      throw Error(ErrorKind::input,
                  fmt::format("sample '{}': the time of one of its runs, {} s, is not a positive "
                              "number",
                              sample.name, seconds));
    }
  }
  if (!(sample.weight >= 0) || !std::isfinite(sample.weight)) {
    throw Error(ErrorKind::input, fmt::format("sample '{}': its weight, {}, is not a number >= 0",
                                              sample.name, sample.weight));
  }
}

}  // namespace

Design::Design(const ModelDefinition& definition, std::span<const Sample> samples)
    : definition_(definition),
      expression_(Expression::parse(definition.text)),
      structure_(analyse(expression_)) {
  if (expression_.parameters().empty()) {
    throw Error(ErrorKind::input,
                fmt::format("model '{}': expected at least one cost p_*, found none: write "
                            "p_a * f_flops",
                            definition.name));
  }
  for (const auto& [name, range] : definition.ranges) {
    const auto& names = expression_.parameters();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw Error(ErrorKind::input, fmt::format("model '{}': a range is given for {}, which its "
                                                "expression does not have",
                                                definition.name, name));
    }
    if (!(range.lower <= range.initial && range.initial <= range.upper)) {
      throw Error(ErrorKind::input,
                  fmt::format("model '{}': expected {} <= {} <= {} for {}", definition.name,
                              range.lower, range.initial, range.upper, name));
    }
  }
  Expression::Workspace workspace;
  std::vector<double> initial;
  for (std::size_t j = 0; j < parameters(); ++j) {
    initial.push_back(range_of(*this, j).initial);
  }
  coefficients_ = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(samples.size()),
                                        static_cast<Eigen::Index>(parameters()));
  for (const Sample& sample : samples) {
    check(sample);
    if (sample.weight == 0) {
      continue;
    }
    for (const std::string& name : expression_.features()) {
      const auto found = sample.features.find(name);
      const double count = found == sample.features.end() ? 0.0 : found->second;
      if (!std::isfinite(count)) {
        throw Error(
            ErrorKind::input,
            fmt::format("sample '{}': the feature {} is not a finite number", sample.name, name));
      }
      features_.push_back(count);
    }
    const auto row = static_cast<Eigen::Index>(seconds_.size());
    seconds_.push_back(sample.seconds);
    weights_.push_back(sample.weight);
    run_seconds_.push_back(sample.run_seconds.empty() ? std::vector<double>{sample.seconds}
                                                      : sample.run_seconds);
    names_.push_back(sample.name);
    families_.push_back(sample.family);
    const auto values = model::coefficients(expression_, structure_, initial,
                                            features(seconds_.size() - 1), workspace);
    for (std::size_t t = 0; t < values.size(); ++t) {
      const auto column = static_cast<Eigen::Index>(structure_.terms[t].parameter);
      coefficients_(row, column) += std::isfinite(values[t]) ? values[t] : 0.0;
    }
  }
  if (seconds_.empty()) {
    throw Error(
        ErrorKind::input,
        fmt::format("model '{}': no samples to fit; calibrate the device first", definition.name));
  }
  coefficients_.conservativeResize(static_cast<Eigen::Index>(seconds_.size()), Eigen::NoChange);
}

double Design::predict(std::size_t sample, std::span<const double> parameters,
                       Expression::Workspace& workspace, std::span<double> gradient) const {
  if (gradient.empty()) {
    return expression_.evaluate(parameters, features(sample), workspace);
  }
  return expression_.gradient(parameters, features(sample), workspace, gradient);
}

double Design::residual(std::size_t sample, double predicted, std::span<double> gradient) const {
  const double measured = seconds_[sample];
  const double weight = weights_[sample];
  double scale = weight / measured;
  double value = weight * (predicted / measured - 1);
  if (definition_.residual == Residual::log_ratio) {
    const double ratio = std::max(predicted / measured, kLeastRatio);
    value = weight * std::log(ratio);
    scale = weight / (ratio * measured);
  }
  for (double& derivative : gradient) {
    derivative *= scale;
  }
  return value;
}

}  // namespace clgauge::model
