#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "collector/kernel/launch.h"

namespace clgauge::collector {

// A kernel of random loop nests, each in a helper function on arrays of its own, and how to launch
// it. The same seed gives the same kernel.
struct RandomKernel {
  std::string source;
  LaunchDescription launch;
};
[[nodiscard]] RandomKernel random_kernel(std::uint32_t seed, int nests);

// What an environment variable says of how many, and from which seed on.
[[nodiscard]] std::uint32_t number_from(const char* variable, std::uint32_t otherwise);

// Values for the kernel's arguments and for the symbols of its launch.
[[nodiscard]] Bindings random_sizes(std::mt19937& random);

}  // namespace clgauge::collector
