#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/expression/structure.h"

namespace clgauge::model {

enum class ParameterStatus {
  fitted,
  at_zero,       // the data want it no larger than zero; its standard error still bounds it
  unidentified,  // the samples do not determine it; `note` says why
};
[[nodiscard]] const char* name_of(ParameterStatus status) noexcept;

// Nothing that a model counts takes longer: a cost of which samples show a millionth part of one,
// or less, is no better known.
inline constexpr double kMostCostSeconds = 1e6;
// Nor is anything less sure than this, as a standard deviation of a logarithm.
inline constexpr double kMostLogSpread = 100;
// An interval of e^700 is as far as numbers go.
inline constexpr double kMostLogWidth = 700;

struct FittedParameter {
  std::string name;
  Role role = Role::cost;
  double value = 0;           // seconds for a cost
  double standard_error = 0;  // same unit; zero when unidentified
  ParameterStatus status = ParameterStatus::fitted;
  std::size_t samples = 0;  // how many samples exercise it
  // How far it is off for a kernel that the fit has not seen, as the standard deviation of its
  // logarithm; zero but for costs. The standard error above is of the mean over kernels.
  double log_sigma = 0;
  std::string note;
};

// How predictions stand to measurements, over a set of samples.
struct ErrorStatistics {
  std::size_t samples = 0;
  double geometric_mean = 0;  // of |predicted / measured - 1|, floor 0.1%
  double factor = 0;          // exp(mean |log(predicted / measured)|)
  double median = 0;          // of |predicted / measured - 1|
  double percentile_90 = 0;   // of the same
  double log_bias = 0;        // mean log(predicted / measured)
};

struct FamilyErrors {
  std::string family;
  ErrorStatistics errors;  // of this family, predicted without it
};

// A model on a device: everything a prediction needs, and what a person wants to know of the fit.
// Plain data.
struct FittedModel {
  static constexpr int kVersion = 2;  // of the JSON form; version 1 is read, too

  std::string name;
  std::string expression;                   // text
  std::vector<FittedParameter> parameters;  // in the order of Expression::parameters()
  // Of the parameters, row by row; zero where one is unidentified.
  std::vector<double> covariance;
  ErrorStatistics in_sample;
  ErrorStatistics held_out;            // leave-one-family-out
  std::vector<FamilyErrors> families;  // in alphabetical order
  // A prediction's variance in log space is log_sigma^2, that of timers and drift, plus what the
  // covariance gives, plus (part x FittedParameter::log_sigma)^2 for every cost, of which the
  // predicted time has that part. (Version 1: log_sigma says it all.) The interval goes from
  // `multiplier_below` of them below to `multiplier_above` of them above, and holds `coverage` of
  // the runs of held-out samples. A prediction is of a usual run, and what disturbs one makes it
  // longer: above is further.
  double log_sigma = 0;
  double typical_log_sigma = 0;  // the median over samples of the root of that variance
  double multiplier_below = 0;
  double multiplier_above = 0;
  double coverage = 0.9;
  std::string spread_basis;  // "leave-one-family-out" or "in-sample"
};

// The largest of the deviations that a model states, of which its multipliers are times.
[[nodiscard]] double widest_log_sigma(const FittedModel& model);

// The part of the variance of log(predicted / measured) that samples of one left-out family share:
// what cancels when kernels that are alike are compared. Zero without families; at most 0.95.
[[nodiscard]] double shared_variance(const FittedModel& model);

// The versioned JSON form; it round-trips bit by bit. from_json throws Error(input) that names what
// is missing, inconsistent, or what no fit gives: costs below zero, say.
[[nodiscard]] nlohmann::json to_json(const FittedModel& model);
[[nodiscard]] FittedModel fitted_model_from_json(const nlohmann::json& json);

}  // namespace clgauge::model
