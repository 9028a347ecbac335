#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/definition.h"
#include "model/feature_vector.h"
#include "model/fitted.h"

namespace clgauge::model {

// One measured run of a microbenchmark (or of any kernel): what it does and how long it took.
struct Sample {
  std::string name;    // for messages
  std::string family;  // samples of one generator; left out together when errors are estimated
  FeatureVector features;
  double seconds = 0;
  double weight = 1;  // of its residual; less for a measurement known to be noisy
  // What single runs of it took, `seconds` being the least disturbed of them: what an interval must
  // hold. Empty: one run, of `seconds`.
  std::vector<double> run_seconds = {};
};

struct FitOptions {
  double coverage = 0.9;
  double robust_scale = 0.3;  // residuals beyond this count linearly, not quadratically
  int max_iterations = 200;
  bool leave_out_families = true;  // false: the interval comes from in-sample residuals
};

// Fits the parameters of `definition` to `samples`; deterministic. Costs are not negative. Throws
// Error(input) for an expression that does not parse, has no parameter or is no finite number in
// some sample, for no samples, and for a sample whose time or feature is not a positive or finite
// number. Parameters that the samples do not determine are marked, never dropped. Thread-safe.
[[nodiscard]] FittedModel fit(const ModelDefinition& definition, std::span<const Sample> samples,
                              const FitOptions& options = {});

}  // namespace clgauge::model
