#pragma once

#include <string>
#include <vector>

#include "device/device.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// A kernel, what it is built with, and a launch with all its arguments.
struct KernelJob {
  std::string name;  // "matmul/tiled.cl:matmul_tiled"
  std::string text;
  std::string options;
  std::string kernel;
  EvaluatedLaunch launch;
};

// Every line of tests/collector/kernels/manifest.json and every variant of kernels/, at small sizes
// that the seed chooses; of those, every `stride`th. Kernels with images, samplers or buffers
// beyond 64 MiB are left out.
[[nodiscard]] std::vector<KernelJob> kernel_jobs(unsigned seed, std::size_t stride);

// What the device's compiler makes of every job, in their order: binaries that lens/object reads;
// empty where the driver refuses the kernel or crashes over it. Compiled in child processes (this
// one loads no driver) and kept in `folder` for the next time. Where the driver compiles at the
// first launch (PoCL), one group runs there on scratch buffers of zeros.
[[nodiscard]] std::vector<std::string> compiled_binaries(const device::Identity& device,
                                                         const std::vector<KernelJob>& jobs,
                                                         const std::string& folder);

}  // namespace clgauge::lens
