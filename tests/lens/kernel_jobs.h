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
// that the seed chooses. Kernels with images, samplers or buffers beyond 64 MiB are left out.
[[nodiscard]] std::vector<KernelJob> kernel_jobs(unsigned seed);

// What the device's compiler makes of the jobs, in their order: binaries that lens/object reads.
// They are kept in `folder`; of those that are not there, every `stride`th is compiled, in child
// processes (this one loads no driver). Empty for the others, and where the driver refuses the
// kernel or crashes over it. Where the driver compiles at the first launch (PoCL), one group runs
// there on scratch buffers of zeros.
[[nodiscard]] std::vector<std::string> compiled_binaries(const device::Identity& device,
                                                         const std::vector<KernelJob>& jobs,
                                                         std::size_t stride,
                                                         const std::string& folder);

}  // namespace clgauge::lens
