#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"
#include "collector/source.h"
#include "microbench/job.h"
#include "service/store/kernel_correction.h"

namespace clgauge::service {

inline constexpr double kDefaultRealArgument = 0.5;

// What a buffer holds: numbers of its element's type, or bytes; from its beginning on, again and
// again.
struct BufferContent {
  std::vector<double> numbers;
  std::string bytes;
};

// What a measurement needs beyond the launch description.
struct MeasurementInputs {
  std::map<std::string, std::size_t> buffer_bytes;         // overrides of what the footprint says
  std::map<std::string, double> real_args;                 // of floating-point kernel arguments
  std::map<std::string, std::vector<double>> vector_args;  // of vectors, a value a lane
  std::map<std::string, BufferContent> contents;           // of buffers that are not to be filled
};

// The job that runs `kernel` once its sizes are known: every buffer holds as many bytes as the
// kernel touches (the model's extents, bound at `bindings`), filled with normal random values.
// Integer buffers are filled with zeros when their values become addresses or decide when loops end
// (Parameter::reaches), so that no access leaves its buffer and every loop ends, and when they
// steer the kernel that stores them. The device is left for the caller to set. Throws Error(input)
// that names every scalar and symbol without a value and every buffer without a size.
[[nodiscard]] microbench::Job measurement_job(const collector::Source& source,
                                              const collector::KernelModel& model,
                                              const collector::Bindings& bindings,
                                              const MeasurementInputs& inputs);

// Sizes for the buffers of which measurement_job() would say that theirs is missing, as a look at
// the kernel's code may take them to be: they matter little to where its accesses go.
[[nodiscard]] std::map<std::string, std::size_t> assumed_bytes(const collector::KernelModel& model,
                                                               const collector::Bindings& bindings,
                                                               const MeasurementInputs& inputs);

// What of the inputs tells the launch from others of the same sizes. Throws Error(usage) for
// contents that are not of the buffer's type.
[[nodiscard]] GivenInputs given_inputs(const collector::KernelModel& model,
                                       const MeasurementInputs& inputs);

// Whether its elements, or its value, are integers.
[[nodiscard]] bool is_integer(const collector::Parameter& parameter);

// The sizes of a launch's buffers by the names of the kernel's parameters.
[[nodiscard]] std::map<std::string, std::size_t> buffer_bytes_of(
    const collector::KernelModel& model, const microbench::Job& job);

}  // namespace clgauge::service
