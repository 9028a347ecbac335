#pragma once

#include <span>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/feature_vector.h"
#include "model/terms/device_traits.h"

namespace clgauge::model {

// What a kernel does at concrete sizes, as features (docs/models.md lists their names and what one
// of each is). A feature that is upper-bounded or unknown still has the value that is known.
struct BoundFeatures {
  FeatureVector values;
  std::vector<std::string> unknown;       // depend on data or on a size that has no value
  std::vector<std::string> upper_bounds;  // may count more than a run executes
  // The values where loops of which only memory knows when they end run few and many times; empty
  // where there are none (features/data_guess.h).
  FeatureVector fewest;
  FeatureVector most;
  // Operations and accesses of the kernel that none of the wanted features counts, for example
  // "global int8 load of mask"; only of kinds that the wanted features distinguish.
  std::vector<std::string> uncovered;
};

// The features of a kernel under their full names, one for every kind of operation and access.
// Throws Error(unsupported) when a size of the launch has no value.
[[nodiscard]] BoundFeatures bind_features(const collector::KernelModel& model,
                                          const collector::Bindings& bindings,
                                          const DeviceTraits& traits);

// The given features only: those of a model's expression. `given` are counts of this launch that
// somebody else has made (terms/lens_term.h); they go before what the kernel model says. Throws
// Error(input) for a name that is no feature of a kernel.
[[nodiscard]] BoundFeatures bind_features(const collector::KernelModel& model,
                                          const collector::Bindings& bindings,
                                          const DeviceTraits& traits,
                                          std::span<const std::string> wanted,
                                          const FeatureVector& given = {});

// The same on a CPU device of this machine: with its caches, see host_traits().
[[nodiscard]] BoundFeatures bind_features(const collector::KernelModel& model,
                                          const collector::Bindings& bindings,
                                          unsigned sub_group_size);
[[nodiscard]] BoundFeatures bind_features(const collector::KernelModel& model,
                                          const collector::Bindings& bindings,
                                          unsigned sub_group_size,
                                          std::span<const std::string> wanted);

}  // namespace clgauge::model
