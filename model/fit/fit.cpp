#include "model/fit/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/error.h"
#include "model/fit/design.h"
#include "model/fit/identify.h"
#include "model/fit/not_finite.h"
#include "model/fit/solve.h"
#include "model/fit/statistics.h"

namespace clgauge::model {

namespace {

using Eigen::Index;

// A fit without one family starts at the full solution and is nearly there.
constexpr int kFamilyIterations = 25;
// Fewer held-out samples than this say nothing of a 90% interval.
constexpr std::size_t kLeastHeldOut = 20;
// A family that says more than this of a cost tells it: the others would put down to it what they
// cannot explain otherwise.
constexpr double kTells = 0.75;
// A sample needs a cost that has this part of its time.
constexpr double kNeeded = 0.1;
// A prediction that is open to a factor of e^3 either way is none.
constexpr double kLeastKnown = 3;

// The time of a fit grows with the third power of their number.
constexpr std::size_t kMostParameters = 256;

Subset all_of(const Design& design) {
  Subset subset;
  subset.samples.resize(design.samples());
  std::iota(subset.samples.begin(), subset.samples.end(), std::size_t{0});
  return subset;
}

// Costs that no sample of the subset counts cannot move.
void free_what_is_exercised(const Design& design, Subset& subset) {
  subset.free.assign(design.parameters(), true);
  for (std::size_t j = 0; j < design.parameters(); ++j) {
    if (design.structure().roles[j] == Role::cost) {
      subset.free[j] =
          std::any_of(subset.samples.begin(), subset.samples.end(), [&](std::size_t sample) {
            return design.coefficients()(static_cast<Index>(sample), static_cast<Index>(j)) != 0;
          });
    }
  }
}

// Samples that count a hundred-billionth part of one, as the lens' averages over groups may, fit to
// a cost what is noise.
void keep_costs_possible(const Design& design, Solution& solution) {
  for (std::size_t j = 0; j < design.parameters(); ++j) {
    if (design.structure().roles[j] == Role::cost) {
      solution.parameters[j] = std::min(solution.parameters[j], kMostCostSeconds);
    }
  }
}

// Factors of costs may be pure numbers or per second: both are tried, the better one is kept. So is
// a start in which every cost claims all of its best sample, which suits max-like models.
Solution best_solution(const Design& design, const Subset& subset, const std::vector<double>& start,
                       const FitOptions& options) {
  if (const auto problem = not_finite(design, subset, start)) {
    throw Error(*problem);
  }
  std::vector<std::vector<double>> starts{start};
  bool is_sum = true;
  for (const Node& node : design.expression().nodes()) {
    is_sum &= node.op != Op::max && node.op != Op::min && node.op != Op::pnorm &&
              node.op != Op::smoothmax && node.op != Op::tanh;
  }
  if (!is_sum) {
    starts.push_back(envelope(design, subset).parameters);
  }
  std::vector<double> times;
  for (const std::size_t sample : subset.samples) {
    times.push_back(design.seconds(sample));
  }
  const double rate = 1 / quantile(times, 0.5);
  const std::size_t tried = starts.size();
  for (std::size_t s = 0; s < tried; ++s) {
    std::vector<double> other = starts[s];
    for (std::size_t j = 0; j < other.size(); ++j) {
      const bool has_range =
          design.definition().ranges.contains(design.expression().parameters()[j]);
      if (design.structure().roles[j] == Role::factor && !has_range) {
        other[j] = rate;
      }
    }
    if (other != starts[s]) {
      starts.push_back(other);
    }
  }
  std::erase_if(starts, [&](const std::vector<double>& one) {
    return not_finite(design, subset, one).has_value();
  });
  Solution best = solve(design, subset, starts.front(), options, options.max_iterations);
  for (std::size_t s = 1; s < starts.size(); ++s) {
    Solution next = solve(design, subset, starts[s], options, options.max_iterations);
    if (next.objective < best.objective * (1 - 1e-9)) {
      best = std::move(next);
    }
  }
  return best;
}

// Relative standard deviation of a prediction from the uncertainty of the costs.
double log_sigma_of_costs(double predicted, const std::vector<double>& gradient,
                          const Eigen::MatrixXd& covariance) {
  // Infinite at the zero of a root, of which the covariance knows nothing.
  const Eigen::VectorXd g =
      Eigen::Map<const Eigen::VectorXd>(gradient.data(), covariance.rows()).unaryExpr([](double x) {
        return std::isfinite(x) ? x : 0.0;
      });
  const double variance = g.dot(covariance * g);
  return predicted > 0 ? std::sqrt(std::max(variance, 0.0)) / predicted : 0;
}

// By parameter: what a cost has of the predicted time; zero for other parameters.
std::vector<double> parts_of(const Design& design, double predicted,
                             const std::vector<double>& parameters,
                             const std::vector<double>& gradient) {
  std::vector<double> parts(parameters.size());
  for (std::size_t j = 0; j < parts.size(); ++j) {
    const double seconds = parameters[j] * gradient[j];
    if (design.structure().roles[j] == Role::cost && predicted > 0 && std::isfinite(seconds)) {
      parts[j] = seconds / predicted;
    }
  }
  return parts;
}

Compared compared(const Design& design, std::size_t sample, const std::vector<double>& parameters,
                  const Eigen::MatrixXd& covariance, Expression::Workspace& workspace) {
  Compared result;
  std::vector<double> gradient(parameters.size());
  const double predicted = design.predict(sample, parameters, workspace, gradient);
  result.log_ratio = std::log(std::max(predicted / design.seconds(sample), kLeastRatio));
  result.log_sigma_of_costs = log_sigma_of_costs(predicted, gradient, covariance);
  result.parts = parts_of(design, predicted, parameters, gradient);
  result.family = design.family(sample);
  for (const double seconds : design.run_seconds(sample)) {
    result.run_log_ratios.push_back(std::log(seconds / design.seconds(sample)));
  }
  return result;
}

ErrorStatistics statistics_of(const std::vector<Compared>& samples) {
  std::vector<double> log_ratios;
  for (const Compared& sample : samples) {
    log_ratios.push_back(sample.log_ratio);
  }
  return error_statistics(log_ratios);
}

// What samples hardly count is at zero, whatever their noise fits to it.
std::vector<double> kept_parameters(const Solution& solution, const Identification& found) {
  std::vector<double> parameters = solution.parameters;
  for (std::size_t j = 0; j < parameters.size(); ++j) {
    if (found.status[j] == ParameterStatus::at_zero) {
      parameters[j] = 0;
    }
  }
  return parameters;
}

// By parameter, the family that tells the cost, if one does: what a relative error says of a cost
// grows with the square of its part of the time.
std::vector<std::string> telling_families(std::span<const Compared> samples,
                                          std::size_t parameters) {
  std::vector<std::string> telling(parameters);
  for (std::size_t j = 0; j < parameters; ++j) {
    std::map<std::string, double> said;
    double by_all = 0;
    for (const Compared& sample : samples) {
      const double said_by_this = sample.parts[j] * sample.parts[j];
      said[sample.family] += said_by_this;
      by_all += said_by_this;
    }
    for (const auto& [family, by_family] : said) {
      if (by_family > kTells * by_all) {
        telling[j] = family;
      }
    }
  }
  return telling;
}

// Predicts every family with costs that have not seen it. A sample that needs a cost which its own
// family tells is left out: without the family nobody could predict it. `in_sample`: by sample.
std::vector<Compared> leave_out_families(const Design& design, const std::vector<double>& full,
                                         const std::vector<double>& start,
                                         std::span<const Compared> in_sample,
                                         const FitOptions& options) {
  std::map<std::string, std::vector<std::size_t>> families;
  for (std::size_t sample = 0; sample < design.samples(); ++sample) {
    families[design.family(sample)].push_back(sample);
  }
  std::vector<Compared> held_out;
  if (families.size() < 2) {
    return held_out;
  }
  const std::vector<std::string> telling = telling_families(in_sample, design.parameters());
  Expression::Workspace workspace;
  for (const auto& [family, members] : families) {
    Subset others;
    for (std::size_t sample = 0; sample < design.samples(); ++sample) {
      if (design.family(sample) != family) {
        others.samples.push_back(sample);
      }
    }
    free_what_is_exercised(design, others);
    const Solution solution = design.definition().estimator == Estimator::envelope
                                  ? envelope(design, others)
                                  : solve(design, others, full, options, kFamilyIterations);
    const Identification found = identify(design, others, start, solution, options.robust_scale);
    const std::vector<double> parameters = kept_parameters(solution, found);
    for (const std::size_t sample : members) {
      bool supported = true;
      for (std::size_t j = 0; j < design.parameters(); ++j) {
        supported &= others.free[j] ||
                     design.coefficients()(static_cast<Index>(sample), static_cast<Index>(j)) == 0;
        supported &= telling[j] != family || std::abs(in_sample[sample].parts[j]) < kNeeded;
      }
      if (supported) {
        held_out.push_back(compared(design, sample, parameters, found.covariance, workspace));
      }
    }
  }
  return held_out;
}

// What a store takes back: few samples may make a spread of anything.
void keep_interval_possible(FittedModel& model) {
  model.typical_log_sigma = std::min(model.typical_log_sigma, kMostLogSpread);
  for (FittedParameter& parameter : model.parameters) {
    parameter.log_sigma = std::min(parameter.log_sigma, kMostLogSpread);
  }
  constexpr double kBelow = 1 - 1e-9;  // of a bound that a product is compared with
  const double most = kBelow * kMostLogWidth / std::max(widest_log_sigma(model), 1.0);
  model.multiplier_below = std::min(model.multiplier_below, most);
  model.multiplier_above = std::min(model.multiplier_above, most);
}

// Costs that are exercised and yet make nothing longer stand behind a minus.
void check_sign(const Design& design, const Subset& subset, const Solution& solution,
                Expression::Workspace& workspace) {
  const bool is_positive =
      std::any_of(subset.samples.begin(), subset.samples.end(), [&](std::size_t sample) {
        return design.predict(sample, solution.parameters, workspace) > 0;
      });
  if (!is_positive && (design.coefficients().array() != 0).any()) {
    throw Error(ErrorKind::input,
                fmt::format("model '{}': with costs that are not negative it is positive in no "
                            "sample; check its signs",
                            design.definition().name));
  }
}

void describe_parameters(const Design& design, const Identification& found,
                         const std::vector<double>& parameters, FittedModel& model) {
  for (std::size_t j = 0; j < design.parameters(); ++j) {
    FittedParameter parameter;
    parameter.name = design.expression().parameters()[j];
    parameter.role = design.structure().roles[j];
    parameter.status = found.status[j];
    parameter.value = parameters[j];
    parameter.standard_error = found.standard_errors[j];
    parameter.samples = found.samples[j];
    parameter.note = found.notes[j];
    model.parameters.push_back(std::move(parameter));
  }
  for (Index row = 0; row < found.covariance.rows(); ++row) {
    for (Index column = 0; column < found.covariance.cols(); ++column) {
      model.covariance.push_back(found.covariance(row, column));
    }
  }
}

}  // namespace

FittedModel fit(const ModelDefinition& definition, std::span<const Sample> samples,
                const FitOptions& options) {
  const Design design(definition, samples);
  if (design.parameters() > kMostParameters) {
    throw Error(ErrorKind::input, fmt::format("the model has {} parameters: at most {} are fitted",
                                              design.parameters(), kMostParameters));
  }
  Subset subset = all_of(design);
  free_what_is_exercised(design, subset);
  const std::vector<double> start = starting_point(design, subset);
  Solution solution = definition.estimator == Estimator::envelope
                          ? envelope(design, subset)
                          : best_solution(design, subset, start, options);
  keep_costs_possible(design, solution);
  const Identification found = identify(design, subset, start, solution, options.robust_scale);

  FittedModel model;
  model.name = definition.name;
  model.expression = definition.text;
  model.coverage = options.coverage;
  const std::vector<double> parameters = kept_parameters(solution, found);
  describe_parameters(design, found, parameters, model);

  Expression::Workspace workspace;
  std::vector<Compared> in_sample;
  for (std::size_t sample = 0; sample < design.samples(); ++sample) {
    in_sample.push_back(compared(design, sample, parameters, found.covariance, workspace));
  }
  model.in_sample = statistics_of(in_sample);
  check_sign(design, subset, solution, workspace);

  std::vector<Compared> held_out;
  if (options.leave_out_families) {
    held_out = leave_out_families(design, solution.parameters, start, in_sample, options);
  }
  model.held_out = statistics_of(held_out);
  std::map<std::string, std::vector<Compared>> by_family;
  for (const Compared& sample : held_out) {
    by_family[sample.family].push_back(sample);
  }
  for (const auto& [family, samples_of_it] : by_family) {
    model.families.push_back({family, statistics_of(samples_of_it)});
  }
  // How far off a family is without which nobody knows its costs says that it is needed, and
  // nothing of how wide an interval must be.
  std::erase_if(held_out,
                [](const Compared& one) { return !(one.log_sigma_of_costs <= kLeastKnown); });
  const bool enough = held_out.size() >= kLeastHeldOut;
  model.spread_basis = enough ? "leave-one-family-out" : "in-sample";
  const Spread width =
      spread(enough ? held_out : in_sample, options.coverage, definition.least_log_sigma);
  model.log_sigma = width.log_sigma;
  model.typical_log_sigma = width.typical_log_sigma;
  for (std::size_t j = 0; j < width.cost_log_sigmas.size(); ++j) {
    if (model.parameters[j].role == Role::cost) {
      model.parameters[j].log_sigma = width.cost_log_sigmas[j];
    }
  }
  model.multiplier_below = width.multiplier_below;
  model.multiplier_above = width.multiplier_above;
  keep_interval_possible(model);
  return model;
}

}  // namespace clgauge::model
