#pragma once

#include <map>
#include <string>

#include "collector/kernel/launch.h"
#include "collector/source.h"
#include "kernels/family.h"
#include "microbench/job.h"

namespace clgauge::service {

// A variant of a kernel family at concrete sizes, in the terms of the collector: symbolic NDRange,
// sizes and integer arguments bound.
[[nodiscard]] collector::Source source_of(const kernels::Variant& variant);
[[nodiscard]] collector::LaunchDescription launch_description(const kernels::Variant& variant,
                                                              const kernels::Sizes& sizes);
[[nodiscard]] std::map<std::string, double> real_args_of(const kernels::Variant& variant);

// The same in the terms of the worker: buffers as the family describes them. Throws Error(input)
// when a constraint of the variant is not fulfilled. The device is left for the caller to set.
[[nodiscard]] microbench::Job job_of(const kernels::Variant& variant, const kernels::Sizes& sizes);

// The same with what is known of its data without running it: integers that the kernel only reads
// are given, the very ones that job_of() has a worker draw.
[[nodiscard]] microbench::Job job_with_contents(const kernels::Variant& variant,
                                                const kernels::Sizes& sizes);

}  // namespace clgauge::service
