#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/expression/expression.h"
#include "model/fit/fit.h"

namespace clgauge::model {

// Samples made from known costs, with log-normal noise: what a fit must find again.
class Synthetic {
 public:
  Synthetic(const std::string& text, std::map<std::string, double> truth, unsigned seed)
      : expression_(Expression::parse(text)), truth_(std::move(truth)), engine_(seed) {}

  // Counts between 10^3 and 10^8, each feature present with the given probability.
  FeatureVector counts(double presence) {
    std::uniform_real_distribution<double> exponent(3, 8);
    std::bernoulli_distribution present(presence);
    FeatureVector features;
    for (const std::string& name : expression_.features()) {
      if (present(engine_)) {
        features[name] = std::floor(std::pow(10, exponent(engine_)));
      }
    }
    return features;
  }

  [[nodiscard]] double seconds(const FeatureVector& features) const {
    std::vector<double> parameters;
    for (const std::string& name : expression_.parameters()) {
      parameters.push_back(truth_.at(name));
    }
    std::vector<double> values;
    for (const std::string& name : expression_.features()) {
      const auto found = features.find(name);
      values.push_back(found == features.end() ? 0.0 : found->second);
    }
    Expression::Workspace workspace;
    return expression_.evaluate(parameters, values, workspace);
  }

  Sample sample(const FeatureVector& features, double noise, const std::string& family = "") {
    std::normal_distribution<double> normal(0, 1);
    return {"synthetic", family, features, seconds(features) * std::exp(noise * normal(engine_)),
            1,           {}};
  }

  std::vector<Sample> samples(std::size_t count, double noise, double presence = 0.5,
                              std::size_t families = 6) {
    std::vector<Sample> result;
    for (std::size_t i = 0; i < count; ++i) {
      result.push_back(sample(counts(presence), noise, "family" + std::to_string(i % families)));
    }
    return result;
  }

  [[nodiscard]] const std::map<std::string, double>& truth() const { return truth_; }

 private:
  Expression expression_;
  std::map<std::string, double> truth_;
  std::mt19937 engine_;
};

// A definition with nothing but a text.
inline ModelDefinition definition_of(const std::string& text,
                                     Residual residual = Residual::relative) {
  ModelDefinition definition;
  definition.name = "test";
  definition.text = text;
  definition.residual = residual;
  return definition;
}

inline const FittedParameter& parameter_of(const FittedModel& model, const std::string& name) {
  for (const FittedParameter& parameter : model.parameters) {
    if (parameter.name == name) {
      return parameter;
    }
  }
  throw std::out_of_range(name);
}

}  // namespace clgauge::model
