#pragma once

#include <map>
#include <string>

namespace clgauge::model {

// How the parameters are found from samples.
enum class Estimator {
  least_squares,  // robust, weighted, non-negative
  envelope,       // every cost at the best rate that any large sample shows: a roof
};

// What is small when a model is good.
enum class Residual {
  relative,   // (predicted - measured) / measured, as in the paper
  log_ratio,  // log(predicted / measured): twice as long weighs as much as half as long
};

struct ParameterRange {
  double initial = 1;
  double lower = 0;
  double upper = 1e300;
  // How many samples the initial value weighs as: samples that are further off by 1 for each 1 that
  // the parameter is away from it. With some, a parameter that no sample exercises rests there, and
  // is as uncertain as they leave it.
  double samples = 0;
};

// A model before it meets a device.
struct ModelDefinition {
  std::string name;
  std::string text;     // an Expression
  std::string summary;  // one line for a list of models
  Estimator estimator = Estimator::least_squares;
  Residual residual = Residual::relative;
  // Kernels lie about their prediction by a log-deviation no smaller than this, however well
  // microbenchmarks agree: timers and drift at least.
  double least_log_sigma = 0.02;
  // For parameters that are not costs; without an entry the role decides (docs/models.md).
  std::map<std::string, ParameterRange> ranges;
};

}  // namespace clgauge::model
