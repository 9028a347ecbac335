#pragma once

#include <map>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"

namespace clgauge::service {

// Refuses what a person has mistyped, by Error(usage) that says what there is: a value (--arg) for
// what is neither an argument of the kernel nor a symbol in the launch's expressions, a size
// (--buffer) for what is no buffer of the kernel's, a fraction for an integer, as many values as a
// vector has no lanes.
void check_launch(const collector::KernelModel& model, const collector::LaunchDescription& launch,
                  const std::map<std::string, double>& real_args,
                  const std::map<std::string, std::vector<double>>& vector_args,
                  const std::map<std::string, std::string>& buffer_sizes = {});

// Refuses a size or a content (`option`: "--buffer") of what is no buffer of the kernel's.
void check_is_buffer(const collector::KernelModel& model, const std::string& option,
                     const std::string& name);

// Refuses work-groups that do not divide the NDRange, which symbols (`--global n/3`) may hide until
// they have values. Throws Error(input).
void check_sizes(const collector::KernelModel& model, const collector::Bindings& bindings);

}  // namespace clgauge::service
