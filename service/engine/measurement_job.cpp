#include "service/engine/measurement_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/hash.h"
#include "microbench/worker/values.h"

namespace clgauge::service {
namespace {

constexpr std::size_t kBufferPaddingBytes = 64;  // a vector load of the last element may overrun
constexpr std::size_t kAssumedBytes = std::size_t{64} << 20U;
constexpr std::size_t kAssumedLocalBytes = std::size_t{16} << 10U;

bool is_real(const collector::Parameter& parameter) {
  return collector::is_floating(parameter.dtype);
}

std::vector<microbench::StructMember> struct_members(const collector::Parameter& parameter,
                                                     microbench::Fill integer_fill) {
  std::vector<microbench::StructMember> members;
  for (const collector::Member& member : parameter.members) {
    members.push_back(
        {member.dtype, static_cast<std::size_t>(member.offset),
         static_cast<std::size_t>(member.count),
         collector::is_floating(member.dtype) ? microbench::Fill::normal_random : integer_fill});
  }
  return members;
}

// What a launch leaves open, gathered so that a person hears of all of it at once.
class Missing {
 public:
  void add_value(const std::string& name) { values_.insert(name); }
  void add_structure(const std::string& name, std::size_t numbers) {
    structures_.emplace(name, numbers);
  }
  void add_values(const collector::Formula& formula, const collector::Bindings& bindings) {
    for (const std::string& name : formula.symbols()) {
      if (bindings.count(name) == 0) {
        values_.insert(name);
      }
    }
  }
  void add_buffer(const std::string& name) { buffers_.push_back(name); }

  void refuse(const std::string& kernel) const {
    std::string mend;
    for (const std::string& name : values_) {
      mend += " --arg " + name + "=VALUE";
    }
    for (const auto& [name, numbers] : structures_) {
      mend += fmt::format(" --arg {}=VALUE{} (a structure of {} number{})", name,
                          numbers == 1  ? ""
                          : numbers < 3 ? ",VALUE"
                                        : ",..,VALUE",
                          numbers, numbers == 1 ? "" : "s");
    }
    std::string sizes;
    for (const std::string& name : buffers_) {
      sizes += " --buffer " + name + "=BYTES";
    }
    if (!mend.empty()) {
      throw Error(ErrorKind::input,
                  kernel + " lacks values: add" + mend +
                      (sizes.empty() ? "" : ", and, if they do not tell it," + sizes));
    }
    if (!buffers_.empty()) {
      throw Error(ErrorKind::input, kernel + ": the extent of " +
                                        fmt::format("{}", fmt::join(buffers_, ", ")) +
                                        " is not known at these sizes: add" + sizes);
    }
  }

 private:
  std::set<std::string> values_;
  std::map<std::string, std::size_t> structures_;
  std::vector<std::string> buffers_;
};

// Null where the kernel never touches it.
const collector::ArrayUse* use_of(const collector::Parameter& parameter,
                                  const collector::KernelModel& model) {
  const auto array = std::find_if(model.arrays.begin(), model.arrays.end(),
                                  [&](const auto& one) { return one.array == parameter.name; });
  return array == model.arrays.end() ? nullptr : &*array;
}

// How many bytes into the array the kernel reaches: 0 when that is not known, nothing where a size
// has no value.
std::optional<std::int64_t> known_extent(const collector::ArrayUse& array,
                                         const collector::Bindings& bindings) {
  if (!array.extent_bytes.is_determined()) {
    return 0;
  }
  const auto bytes = array.extent_bytes.evaluate(bindings);
  return bytes ? std::optional(std::max<std::int64_t>(*bytes, 0)) : std::nullopt;
}

bool has_unknown_extent(const collector::ArrayUse& array, const collector::Bindings& bindings) {
  return known_extent(array, bindings) == 0;
}

// Zero when it is not known, which `missing` hears of.
std::size_t bytes_of(const collector::Parameter& parameter, const collector::KernelModel& model,
                     const collector::Bindings& bindings, const MeasurementInputs& inputs,
                     Missing& missing) {
  if (const auto given = inputs.buffer_bytes.find(parameter.name);
      given != inputs.buffer_bytes.end()) {
    return given->second;
  }
  const collector::ArrayUse* array = use_of(parameter, model);
  if (array == nullptr) {
    return static_cast<std::size_t>(parameter.bytes) + kBufferPaddingBytes;
  }
  const auto extent = known_extent(*array, bindings);
  if (!extent) {
    missing.add_values(array->extent_bytes, bindings);
    return 0;
  }
  if (*extent == 0) {
    missing.add_buffer(parameter.name);
    return 0;
  }
  return static_cast<std::size_t>(*extent) + kBufferPaddingBytes;
}

microbench::ScalarArgument scalar(const collector::Parameter& parameter,
                                  const collector::Bindings& bindings,
                                  const MeasurementInputs& inputs, Missing& missing) {
  microbench::ScalarArgument argument;
  argument.dtype = parameter.dtype;
  if (const auto lanes = inputs.vector_args.find(parameter.name);
      lanes != inputs.vector_args.end() &&
      lanes->second.size() == static_cast<std::size_t>(parameter.lanes)) {
    argument.value = lanes->second.front();
    argument.more.assign(lanes->second.begin() + 1, lanes->second.end());
    return argument;
  }
  if (const auto real = inputs.real_args.find(parameter.name); real != inputs.real_args.end()) {
    argument.value = real->second;
  } else if (const auto bound = bindings.find(parameter.name); bound != bindings.end()) {
    argument.value = static_cast<double>(bound->second);
  } else if (is_real(parameter)) {
    argument.value = kDefaultRealArgument;
  } else {
    missing.add_value(parameter.name);
  }
  argument.more.assign(static_cast<std::size_t>(parameter.lanes) - 1, argument.value);
  return argument;
}

// A number for each number of its members, or one for all.
microbench::StructArgument structure(const collector::Parameter& parameter,
                                     const collector::Bindings& bindings,
                                     const MeasurementInputs& inputs, Missing& missing) {
  microbench::StructArgument argument;
  argument.bytes = static_cast<std::size_t>(parameter.bytes);
  argument.members = struct_members(parameter, microbench::Fill::zero);
  const std::size_t numbers = collector::numbers_in(parameter);
  if (const auto all = inputs.vector_args.find(parameter.name); all != inputs.vector_args.end()) {
    argument.values = all->second;
  } else if (const auto real = inputs.real_args.find(parameter.name);
             real != inputs.real_args.end()) {
    argument.values.assign(numbers, real->second);
  } else if (const auto bound = bindings.find(parameter.name); bound != bindings.end()) {
    argument.values.assign(numbers, static_cast<double>(bound->second));
  } else {
    missing.add_structure(parameter.name, numbers);
  }
  return argument;
}

// How the kernel reads the buffer: OpenCV and others pass floating-point numbers as bytes, and
// bytes at random would be subnormal numbers now and then. Empty when it reads anything else, too.
std::string real_dtype_read(const collector::KernelModel& model, const std::string& array) {
  std::string dtype;
  for (const collector::Access& access : model.accesses) {
    if (access.array != array || access.direction != "load") {
      continue;
    }
    if (!collector::is_floating(access.dtype) || (!dtype.empty() && access.dtype != dtype)) {
      return {};
    }
    dtype = access.dtype;
  }
  return dtype;
}

// A number as `buffer` holds it, whose integers may be unsigned: the signed one of the same bits.
double as_element(double number, const std::string& dtype, const std::string& buffer) {
  if (collector::is_floating(dtype)) {
    return number;
  }
  const std::string bits = dtype.substr(dtype.find_first_of("0123456789"));  // of "int32"
  const double values = std::ldexp(1.0, std::stoi(bits));
  if (number != std::floor(number) || number < -values / 2 || number >= values) {
    throw Error(ErrorKind::usage,
                fmt::format("--content {0}: {1} does not fit the {2}-bit integers of {0}", buffer,
                            number, bits));
  }
  return number < values / 2 ? number : number - values;
}

// The numbers in the parameter's type, those of structures member by member.
std::string encoded(const collector::Parameter& parameter, const BufferContent& content) {
  if (!content.bytes.empty()) {
    return content.bytes;
  }
  std::string out;
  if (!parameter.members.empty()) {
    const std::size_t numbers = collector::numbers_in(parameter);
    if (content.numbers.size() % numbers != 0) {
      throw Error(ErrorKind::usage, fmt::format("--content {}: a structure has {} numbers, not {}",
                                                parameter.name, numbers, content.numbers.size()));
    }
    for (auto at = content.numbers.begin(); at != content.numbers.end();) {
      microbench::StructArgument structure{static_cast<std::size_t>(parameter.bytes),
                                           struct_members(parameter, microbench::Fill::zero),
                                           {}};
      for (const auto& member : structure.members) {
        for (std::size_t i = 0; i < member.count; ++i, ++at) {
          structure.values.push_back(as_element(*at, member.dtype, parameter.name));
        }
      }
      out += microbench::as_text(microbench::encode(structure));
    }
    return out;
  }
  if (!is_real(parameter) && !is_integer(parameter)) {
    throw Error(ErrorKind::usage,
                fmt::format("--content {0}: the type of its elements cannot be told: write "
                            "--content {0}=@FILE, with a file of the bytes it holds",
                            parameter.name));
  }
  for (const double number : content.numbers) {
    out += microbench::as_text(
        microbench::encode(parameter.dtype, as_element(number, parameter.dtype, parameter.name)));
  }
  return out;
}

// At least as large as what it is said to hold.
microbench::BufferArgument given_buffer(const collector::Parameter& parameter,
                                        const collector::KernelModel& model,
                                        const collector::Bindings& bindings,
                                        const MeasurementInputs& inputs, Missing& missing) {
  microbench::BufferArgument argument;
  argument.dtype = "uint8";
  argument.fill = microbench::Fill::given;
  argument.content = encoded(parameter, inputs.contents.at(parameter.name));
  const collector::ArrayUse* array = use_of(parameter, model);
  const bool nothing_else_tells = array != nullptr &&
                                  inputs.buffer_bytes.count(parameter.name) == 0 &&
                                  has_unknown_extent(*array, bindings);
  argument.bytes =
      std::max(nothing_else_tells ? 0 : bytes_of(parameter, model, bindings, inputs, missing),
               argument.content.size());
  return argument;
}

// Random integers could lead the kernel astray. And one that compares what it stores itself, as a
// sort in place does, soon finds what its last run left: then every way is taken as foreseen, which
// zeros show, too, and random numbers that nothing ever changes would not.
bool holds_zeros(const collector::Parameter& parameter) {
  return parameter.reaches || (parameter.steers && parameter.writes);
}

microbench::BufferArgument buffer(const collector::Parameter& parameter,
                                  const collector::KernelModel& model, std::size_t bytes) {
  const microbench::Fill integer_fill =
      holds_zeros(parameter) ? microbench::Fill::zero : microbench::Fill::normal_random;
  microbench::BufferArgument argument;
  argument.bytes = bytes;
  argument.dtype = is_real(parameter) || is_integer(parameter) ? parameter.dtype : "uint8";
  argument.fill = is_real(parameter)      ? microbench::Fill::normal_random
                  : is_integer(parameter) ? integer_fill
                                          : microbench::Fill::zero;
  if (const std::string real = real_dtype_read(model, parameter.name);
      is_integer(parameter) && !holds_zeros(parameter) && !real.empty()) {
    argument.dtype = real;
  }
  if (!parameter.members.empty()) {
    argument.fill = microbench::Fill::members;
    argument.members = struct_members(parameter, integer_fill);
    argument.element_bytes = static_cast<std::size_t>(parameter.bytes);
  }
  return argument;
}

std::size_t size_of(const collector::Formula& formula, const collector::Bindings& bindings,
                    const std::string& what, Missing& missing) {
  const auto value = formula.evaluate(bindings);
  if (!value) {
    missing.add_values(formula, bindings);
    return 0;
  }
  if (*value <= 0) {
    throw Error(ErrorKind::input, what + " (" + formula.text() + ") is " + std::to_string(*value) +
                                      ": it must be positive");
  }
  return static_cast<std::size_t>(*value);
}

// "an image (image2d_t)", "a sampler (sampler_t)".
std::string with_article(const collector::Parameter& parameter) {
  const bool is_vowel = std::string_view("aeiou").find(parameter.kind.front()) != std::string::npos;
  return fmt::format("{} {} ({})", is_vowel ? "an" : "a", parameter.kind, parameter.dtype);
}

[[noreturn]] void refuse(const collector::Parameter& parameter, const std::string& kernel) {
  const bool is_structure = parameter.dtype == "struct";
  throw Error(
      ErrorKind::unsupported,
      fmt::format(
          "argument {} of {} is {}, which clgauge cannot make: {}", parameter.name, kernel,
          is_structure ? "a structure whose members cannot be told" : with_article(parameter),
          is_structure ? "pass what is in it as arguments of their own"
                       : "measure a kernel that reads a buffer in its place"));
}

}  // namespace

bool is_integer(const collector::Parameter& parameter) {
  return parameter.dtype.find("int") != std::string::npos;
}

microbench::Job measurement_job(const collector::Source& source,
                                const collector::KernelModel& model,
                                const collector::Bindings& bindings,
                                const MeasurementInputs& inputs) {
  Missing missing;
  microbench::Job job;
  job.source = source.text;
  job.options = source.options;
  for (const std::string& folder : source.include_directories) {
    job.include_directories.push_back(std::filesystem::absolute(folder).string());
  }
  job.kernel = model.kernel;
  job.dimensions = static_cast<unsigned>(model.global_size.size());
  for (unsigned d = 0; d < job.dimensions; ++d) {
    job.global.at(d) = size_of(model.global_size[d], bindings, "the global size", missing);
    job.local.at(d) = size_of(model.local_size.at(d), bindings, "the local size", missing);
  }
  for (const auto& parameter : model.parameters) {
    if (inputs.contents.count(parameter.name) > 0) {
      job.arguments.emplace_back(given_buffer(parameter, model, bindings, inputs, missing));
    } else if (parameter.kind == "global" || parameter.kind == "constant") {
      job.arguments.emplace_back(
          buffer(parameter, model, bytes_of(parameter, model, bindings, inputs, missing)));
    } else if (parameter.kind == "local") {
      job.arguments.emplace_back(
          microbench::LocalArgument{bytes_of(parameter, model, bindings, inputs, missing)});
    } else if (parameter.kind == "scalar" && parameter.dtype != "struct") {
      job.arguments.emplace_back(scalar(parameter, bindings, inputs, missing));
    } else if (parameter.kind == "scalar" && !parameter.members.empty()) {
      job.arguments.emplace_back(structure(parameter, bindings, inputs, missing));
    } else {
      refuse(parameter, model.kernel);
    }
  }
  missing.refuse(model.kernel);
  return job;
}

std::map<std::string, std::size_t> assumed_bytes(const collector::KernelModel& model,
                                                 const collector::Bindings& bindings,
                                                 const MeasurementInputs& inputs) {
  const auto is_unknown = [&](const collector::ArrayUse& array) {
    try {
      return has_unknown_extent(array, bindings);
    } catch (const Error&) {  // divides by zero, or overflows
      return true;
    }
  };
  std::map<std::string, std::size_t> assumed;
  for (const auto& parameter : model.parameters) {
    const collector::ArrayUse* array = use_of(parameter, model);
    if (array != nullptr && inputs.buffer_bytes.count(parameter.name) == 0 &&
        inputs.contents.count(parameter.name) == 0 && is_unknown(*array)) {
      assumed[parameter.name] = parameter.kind == "local" ? kAssumedLocalBytes : kAssumedBytes;
    }
  }
  return assumed;
}

GivenInputs given_inputs(const collector::KernelModel& model, const MeasurementInputs& inputs) {
  GivenInputs given;
  for (const collector::Parameter& parameter : model.parameters) {
    const std::string& name = parameter.name;
    const auto real = inputs.real_args.find(name);
    if (const auto content = inputs.contents.find(name); content != inputs.contents.end()) {
      given.contents[name] = hash_of({encoded(parameter, content->second)});
    } else if (const auto all = inputs.vector_args.find(name); all != inputs.vector_args.end()) {
      given.reals[name] = all->second;
    } else if (real != inputs.real_args.end() && is_real(parameter) &&
               real->second != kDefaultRealArgument) {
      given.reals[name] = {real->second};
    }
  }
  return given;
}

std::map<std::string, std::size_t> buffer_bytes_of(const collector::KernelModel& model,
                                                   const microbench::Job& job) {
  std::map<std::string, std::size_t> bytes;
  for (std::size_t i = 0; i < std::min(model.parameters.size(), job.arguments.size()); ++i) {
    if (const auto* buffer = std::get_if<microbench::BufferArgument>(&job.arguments[i])) {
      bytes[model.parameters[i].name] = buffer->bytes;
    }
  }
  return bytes;
}

}  // namespace clgauge::service
