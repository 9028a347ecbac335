#include "service/engine/measurement_job.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"

namespace clgauge::service {
namespace {

constexpr std::size_t kBufferPaddingBytes = 64;  // a vector load of the last element may overrun

bool uses_values_as_addresses(const collector::KernelModel& model) {
  const auto depends_on_data = [](const collector::Count& count) {
    return count.flag == collector::CountFlag::data_dependent ||
           count.flag == collector::CountFlag::indirect;
  };
  return std::any_of(model.accesses.begin(), model.accesses.end(),
                     [&](const auto& access) { return depends_on_data(access.count); }) ||
         std::any_of(model.ops.begin(), model.ops.end(),
                     [&](const auto& op) { return depends_on_data(op.count); });
}

std::size_t bytes_of(const collector::Parameter& parameter, const collector::KernelModel& model,
                     const collector::Bindings& bindings, const MeasurementInputs& inputs) {
  if (const auto given = inputs.buffer_bytes.find(parameter.name);
      given != inputs.buffer_bytes.end()) {
    return given->second;
  }
  const std::string mend = "give --buffer " + parameter.name + "=BYTES";
  for (const auto& array : model.arrays) {
    if (array.array != parameter.name) {
      continue;
    }
    const auto extent_bytes = array.extent_bytes.evaluate(bindings);
    if (!extent_bytes || *extent_bytes <= 0) {
      throw Error(ErrorKind::input, "argument " + parameter.name + " of " + model.kernel +
                                        ": its extent is not known at these sizes; " + mend);
    }
    return static_cast<std::size_t>(*extent_bytes) + kBufferPaddingBytes;
  }
  return static_cast<std::size_t>(parameter.bytes) + kBufferPaddingBytes;  // never touched
}

microbench::ScalarArgument scalar(const collector::Parameter& parameter,
                                  const collector::KernelModel& model,
                                  const collector::Bindings& bindings,
                                  const MeasurementInputs& inputs) {
  microbench::ScalarArgument argument;
  argument.dtype = parameter.dtype;
  if (const auto real = inputs.real_args.find(parameter.name); real != inputs.real_args.end()) {
    argument.value = real->second;
  } else if (const auto bound = bindings.find(parameter.name); bound != bindings.end()) {
    argument.value = static_cast<double>(bound->second);
  } else if (parameter.dtype.rfind("float", 0) == 0) {
    argument.value = kDefaultRealArgument;
  } else {
    throw Error(ErrorKind::input, "argument " + parameter.name + " of " + model.kernel +
                                      " has no value: add --arg " + parameter.name + "=VALUE");
  }
  return argument;
}

std::size_t size_of(const collector::Formula& formula, const collector::Bindings& bindings,
                    const std::string& what) {
  const auto value = formula.evaluate(bindings);
  if (!value) {
    throw Error(ErrorKind::input, what + " (" + formula.text() +
                                      ") has no value: give its symbols with --arg NAME=VALUE");
  }
  if (*value <= 0) {
    throw Error(ErrorKind::input, what + " (" + formula.text() + ") is " + std::to_string(*value) +
                                      ": it must be positive");
  }
  return static_cast<std::size_t>(*value);
}

}  // namespace

microbench::Job measurement_job(const collector::Source& source,
                                const collector::KernelModel& model,
                                const collector::Bindings& bindings,
                                const MeasurementInputs& inputs) {
  microbench::Job job;
  job.source = source.text;
  job.options = source.options;
  for (const std::string& folder : source.include_directories) {
    job.include_directories.push_back(std::filesystem::absolute(folder).string());
  }
  job.kernel = model.kernel;
  job.dimensions = static_cast<unsigned>(model.global_size.size());
  for (unsigned d = 0; d < job.dimensions; ++d) {
    job.global.at(d) = size_of(model.global_size[d], bindings, "the global size");
    job.local.at(d) = size_of(model.local_size.at(d), bindings, "the local size");
  }
  const microbench::Fill integer_fill =
      uses_values_as_addresses(model) ? microbench::Fill::zero : microbench::Fill::normal_random;
  for (const auto& parameter : model.parameters) {
    if (parameter.kind == "global" || parameter.kind == "constant") {
      microbench::BufferArgument buffer;
      buffer.bytes = bytes_of(parameter, model, bindings, inputs);
      const bool is_real = parameter.dtype.rfind("float", 0) == 0;
      const bool is_known = is_real || parameter.dtype.find("int") != std::string::npos;
      buffer.dtype = is_known ? parameter.dtype : "uint8";
      buffer.fill = is_real    ? microbench::Fill::normal_random
                    : is_known ? integer_fill
                               : microbench::Fill::zero;
      job.arguments.emplace_back(buffer);
    } else if (parameter.kind == "local") {
      job.arguments.emplace_back(
          microbench::LocalArgument{bytes_of(parameter, model, bindings, inputs)});
    } else if (parameter.kind == "scalar" && parameter.dtype != "struct") {
      job.arguments.emplace_back(scalar(parameter, model, bindings, inputs));
    } else {
      throw Error(ErrorKind::unsupported, "argument " + parameter.name + " of " + model.kernel +
                                              " is a " + parameter.kind + " " + parameter.dtype +
                                              ": clgauge cannot make one to run the kernel with");
    }
  }
  return job;
}

}  // namespace clgauge::service
