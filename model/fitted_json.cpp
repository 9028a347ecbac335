#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/fitted.h"

namespace clgauge::model {

namespace {

using nlohmann::json;

template <typename Enum, std::size_t n>
Enum enum_from(const json& value, const Enum (&all)[n]) {
  const auto& name = value.get_ref<const std::string&>();
  for (const Enum one : all) {
    if (name == name_of(one)) {
      return one;
    }
  }
  throw Error(ErrorKind::input,
              fmt::format("fitted model: '{}' is not a known role or status", name));
}

json statistics_to_json(const ErrorStatistics& errors) {
  return {{"samples", errors.samples},
          {"geometric_mean", errors.geometric_mean},
          {"factor", errors.factor},
          {"median", errors.median},
          {"percentile_90", errors.percentile_90},
          {"log_bias", errors.log_bias}};
}

ErrorStatistics statistics_from_json(const json& value) {
  ErrorStatistics errors;
  value.at("samples").get_to(errors.samples);
  value.at("geometric_mean").get_to(errors.geometric_mean);
  value.at("factor").get_to(errors.factor);
  value.at("median").get_to(errors.median);
  value.at("percentile_90").get_to(errors.percentile_90);
  value.at("log_bias").get_to(errors.log_bias);
  return errors;
}

FittedParameter parameter_from_json(const json& value, int version) {
  constexpr Role kRoles[] = {Role::cost, Role::exponent, Role::sharpness, Role::factor};
  constexpr ParameterStatus kStatuses[] = {ParameterStatus::fitted, ParameterStatus::at_zero,
                                           ParameterStatus::unidentified};
  FittedParameter parameter;
  value.at("name").get_to(parameter.name);
  parameter.role = enum_from(value.at("role"), kRoles);
  value.at("value").get_to(parameter.value);
  value.at("standard_error").get_to(parameter.standard_error);
  parameter.status = enum_from(value.at("status"), kStatuses);
  value.at("samples").get_to(parameter.samples);
  value.at("note").get_to(parameter.note);
  if (version > 1) {
    value.at("log_sigma").get_to(parameter.log_sigma);
  }
  return parameter;
}

constexpr double kRounding = 1e-6;

void check(const FittedParameter& parameter, const std::string& model) {
  const bool is_cost = parameter.role == Role::cost;
  if (!std::isfinite(parameter.value) ||
      (is_cost && !(parameter.value >= 0 && parameter.value <= kMostCostSeconds)) ||
      !std::isfinite(parameter.standard_error) || parameter.standard_error < 0 ||
      !(parameter.log_sigma >= 0 && parameter.log_sigma <= kMostLogSpread)) {
    throw Error(
        ErrorKind::input,
        fmt::format("fitted model '{}': {} is {} with a standard error of {} and a spread of "
                    "{}, which no fit gives",
                    model, parameter.name, parameter.value, parameter.standard_error,
                    parameter.log_sigma));
  }
}

// Whether no entry is more than the standard errors of its two parameters allow.
bool fits_errors(const FittedModel& model) {
  const std::size_t n = model.parameters.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double most = model.parameters[i].standard_error * model.parameters[j].standard_error;
      if (!(std::abs(model.covariance[i * n + j]) <=
            (1 + kRounding) * most + std::numeric_limits<double>::min())) {
        return false;
      }
    }
  }
  return true;
}

void check(const FittedModel& model) {
  const std::size_t n = model.parameters.size();
  if (model.covariance.size() != n * n) {
    throw Error(ErrorKind::input,
                fmt::format("fitted model '{}': expected {} entries of covariance for {} "
                            "parameters, found {}",
                            model.name, n * n, n, model.covariance.size()));
  }
  for (const FittedParameter& parameter : model.parameters) {
    check(parameter, model.name);
  }
  if (!fits_errors(model)) {
    throw Error(ErrorKind::input,
                fmt::format("fitted model '{}': its covariance is not that of its standard errors",
                            model.name));
  }
  const double widest = widest_log_sigma(model);
  const auto is_multiplier = [&](double multiplier) {
    return multiplier >= 0 && multiplier * widest <= kMostLogWidth;
  };
  if (!(model.coverage > 0 && model.coverage < 1) ||
      !(model.log_sigma >= 0 && model.log_sigma <= kMostLogSpread) ||
      !(model.typical_log_sigma >= 0) || !is_multiplier(model.multiplier_below) ||
      !is_multiplier(model.multiplier_above)) {
    throw Error(ErrorKind::input,
                fmt::format("fitted model '{}': its interval (coverage {}, sigma {}, multipliers "
                            "{} and {}) makes no sense",
                            model.name, model.coverage, model.log_sigma, model.multiplier_below,
                            model.multiplier_above));
  }
}

}  // namespace

const char* name_of(ParameterStatus status) noexcept {
  switch (status) {
    case ParameterStatus::fitted:
      return "fitted";
    case ParameterStatus::at_zero:
      return "at-zero";
    case ParameterStatus::unidentified:
      return "unidentified";
  }
  return "unidentified";
}

double widest_log_sigma(const FittedModel& model) {
  double widest = std::max(model.log_sigma, model.typical_log_sigma);
  for (const FittedParameter& parameter : model.parameters) {
    widest = std::max(widest, parameter.log_sigma);
  }
  return widest;
}

double shared_variance(const FittedModel& model) {
  // The standard deviation of a normal variable over the mean of its magnitude.
  constexpr double kDeviationOfMagnitude = 1.2533;
  constexpr double kMost = 0.95;
  double shared = 0;
  double all = 0;
  for (const FamilyErrors& family : model.families) {
    const double deviation = kDeviationOfMagnitude * std::log(family.errors.factor);
    shared += family.errors.log_bias * family.errors.log_bias;
    all += deviation * deviation;
  }
  return all > 0 ? std::min(shared / all, kMost) : 0;
}

nlohmann::json to_json(const FittedModel& model) {
  json parameters = json::array();
  for (const FittedParameter& parameter : model.parameters) {
    parameters.push_back({{"name", parameter.name},
                          {"role", name_of(parameter.role)},
                          {"value", parameter.value},
                          {"standard_error", parameter.standard_error},
                          {"status", name_of(parameter.status)},
                          {"samples", parameter.samples},
                          {"note", parameter.note},
                          {"log_sigma", parameter.log_sigma}});
  }
  json families = json::array();
  for (const FamilyErrors& family : model.families) {
    families.push_back({{"family", family.family}, {"errors", statistics_to_json(family.errors)}});
  }
  return {{"version", FittedModel::kVersion},
          {"name", model.name},
          {"expression", model.expression},
          {"parameters", std::move(parameters)},
          {"covariance", model.covariance},
          {"in_sample", statistics_to_json(model.in_sample)},
          {"held_out", statistics_to_json(model.held_out)},
          {"families", std::move(families)},
          {"log_sigma", model.log_sigma},
          {"typical_log_sigma", model.typical_log_sigma},
          {"multiplier_below", model.multiplier_below},
          {"multiplier_above", model.multiplier_above},
          {"coverage", model.coverage},
          {"spread_basis", model.spread_basis}};
}

FittedModel fitted_model_from_json(const nlohmann::json& value) {
  FittedModel model;
  try {
    const int version = value.at("version").get<int>();
    if (version < 1 || version > FittedModel::kVersion) {
      throw Error(
          ErrorKind::input,
          fmt::format("fitted model: expected version {} or earlier, found {}; fit it again",
                      FittedModel::kVersion, version));
    }
    value.at("name").get_to(model.name);
    value.at("expression").get_to(model.expression);
    for (const json& parameter : value.at("parameters")) {
      model.parameters.push_back(parameter_from_json(parameter, version));
    }
    value.at("covariance").get_to(model.covariance);
    model.in_sample = statistics_from_json(value.at("in_sample"));
    model.held_out = statistics_from_json(value.at("held_out"));
    for (const json& family : value.at("families")) {
      model.families.push_back(
          {family.at("family").get<std::string>(), statistics_from_json(family.at("errors"))});
    }
    value.at("log_sigma").get_to(model.log_sigma);
    value.at(version > 1 ? "typical_log_sigma" : "log_sigma").get_to(model.typical_log_sigma);
    // Models fitted before there were two have one for both sides.
    const bool is_one = value.contains("multiplier");
    value.at(is_one ? "multiplier" : "multiplier_below").get_to(model.multiplier_below);
    value.at(is_one ? "multiplier" : "multiplier_above").get_to(model.multiplier_above);
    value.at("coverage").get_to(model.coverage);
    value.at("spread_basis").get_to(model.spread_basis);
  } catch (const json::exception& error) {
    throw Error(ErrorKind::input, fmt::format("fitted model: {}", error.what()));
  }
  check(model);
  return model;
}

}  // namespace clgauge::model
