#include "service/engine/family_launch.h"

#include <variant>

#include "base/error.h"
#include "kernels/source.h"
#include "microbench/worker/values.h"

namespace clgauge::service {
namespace {

// Turns one argument of a family's description into one of a job.
struct ToJobArgument {
  const kernels::Sizes& sizes;

  microbench::Argument operator()(const kernels::BufferArgument& buffer) const {
    const auto elements = kernels::evaluate(buffer.elements, sizes);
    microbench::BufferArgument argument;
    argument.bytes = static_cast<std::size_t>(elements) * kernels::bytes_of(buffer.dtype);
    argument.dtype = buffer.dtype;
    argument.fill = microbench::Fill::uniform;
    if (const auto* indices = std::get_if<kernels::Indices>(&buffer.values)) {
      argument.low = 0;
      argument.high = static_cast<double>(kernels::evaluate(indices->below, sizes));
    } else {
      const auto& uniform = std::get<kernels::Uniform>(buffer.values);
      argument.low = uniform.low;
      argument.high = uniform.high;
    }
    return argument;
  }
  microbench::Argument operator()(const kernels::LocalArgument& local) const {
    return microbench::LocalArgument{
        static_cast<std::size_t>(kernels::evaluate(local.bytes, sizes))};
  }
  microbench::Argument operator()(const kernels::IntegerArgument& integer) const {
    return microbench::ScalarArgument{integer.dtype,
                                      static_cast<double>(kernels::evaluate(integer.value, sizes))};
  }
  microbench::Argument operator()(const kernels::RealArgument& real) const {
    return microbench::ScalarArgument{real.dtype, real.value};
  }
};

}  // namespace

collector::Source source_of(const kernels::Variant& variant) {
  collector::Source source;
  source.text = kernels::source_text(variant.file);
  source.name = variant.file;
  source.options = kernels::build_options(variant);
  return source;
}

collector::LaunchDescription launch_description(const kernels::Variant& variant,
                                                const kernels::Sizes& sizes) {
  collector::LaunchDescription launch;
  launch.global = variant.global;
  launch.local = variant.local;
  launch.assumptions = variant.constraints;
  for (const auto& [name, value] : sizes) {
    launch.args[name] = std::to_string(value);
  }
  for (const auto& argument : variant.arguments) {
    if (const auto* integer = std::get_if<kernels::IntegerArgument>(&argument);
        integer != nullptr && integer->name != integer->value) {
      launch.args[integer->name] = std::to_string(kernels::evaluate(integer->value, sizes));
    }
  }
  return launch;
}

std::map<std::string, double> real_args_of(const kernels::Variant& variant) {
  std::map<std::string, double> reals;
  for (const auto& argument : variant.arguments) {
    if (const auto* real = std::get_if<kernels::RealArgument>(&argument)) {
      reals[real->name] = real->value;
    }
  }
  return reals;
}

microbench::Job job_of(const kernels::Variant& variant, const kernels::Sizes& sizes) {
  const kernels::Launch launch = kernels::launch_of(variant, sizes);
  microbench::Job job;
  job.source = kernels::source_text(variant.file);
  job.options = kernels::build_options(variant);
  job.kernel = variant.kernel;
  job.dimensions = launch.dimensions;
  job.global = launch.global;
  job.local = launch.local;
  for (const auto& argument : variant.arguments) {
    job.arguments.push_back(std::visit(ToJobArgument{sizes}, argument));
  }
  return job;
}

microbench::Job job_with_contents(const kernels::Variant& variant, const kernels::Sizes& sizes) {
  microbench::Job job = job_of(variant, sizes);
  for (std::size_t i = 0; i < variant.arguments.size(); ++i) {
    const auto* described = std::get_if<kernels::BufferArgument>(&variant.arguments[i]);
    if (described != nullptr && kernels::holds_given_integers(*described)) {
      microbench::give_content(job, i);
    }
  }
  return job;
}

}  // namespace clgauge::service
