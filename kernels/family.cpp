#include "kernels/family.h"

#include <fmt/format.h>

#include "base/error.h"

namespace clgauge::kernels {
namespace {

std::string text_of(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

std::size_t extent(const Variant& variant, const std::string& expression, const Sizes& sizes) {
  const std::int64_t value = evaluate(expression, sizes);
  if (value <= 0) {
    throw Error(ErrorKind::input, fmt::format("{}: extent {} is {} at {}: choose larger sizes",
                                              variant.kernel, expression, value, text_of(sizes)));
  }
  return static_cast<std::size_t>(value);
}

}  // namespace

bool holds_given_integers(const BufferArgument& buffer) {
  return buffer.role == Role::input && !buffer.dtype.starts_with("float");
}

void check_size_names(const Family& family, const Sizes& sizes) {
  std::string known;
  for (const auto& [name, range] : family.test_sizes) {
    known += (known.empty() ? "" : ", ") + name;
  }
  for (const auto& [name, value] : sizes) {
    if (family.test_sizes.count(name) == 0) {
      throw Error(ErrorKind::usage,
                  fmt::format("{} has no size '{}': it has {}", family.name, name, known));
    }
  }
  for (const auto& [name, range] : family.test_sizes) {
    if (sizes.count(name) == 0) {
      throw Error(ErrorKind::usage, fmt::format("{} needs a value for {}: its sizes are {}",
                                                family.name, name, known));
    }
  }
}

std::string violated_constraint(const Variant& variant, const Sizes& sizes) {
  for (const std::string& constraint : variant.constraints) {
    if (evaluate(constraint, sizes) == 0) {
      return constraint;
    }
  }
  return {};
}

Launch launch_of(const Variant& variant, const Sizes& sizes) {
  if (const std::string violated = violated_constraint(variant, sizes); !violated.empty()) {
    throw Error(ErrorKind::input, fmt::format("{} needs {}, which {} does not fulfil",
                                              variant.kernel, violated, text_of(sizes)));
  }
  Launch launch;
  launch.dimensions = static_cast<unsigned>(variant.global.size());
  for (unsigned d = 0; d < launch.dimensions; ++d) {
    launch.global[d] = extent(variant, variant.global[d], sizes);
    launch.local[d] = extent(variant, variant.local.at(d), sizes);
    if (launch.global[d] % launch.local[d] != 0) {
      throw Error(
          ErrorKind::input,
          fmt::format("{}: a group of {} does not divide the NDRange of {} in dimension {} "
                      "at {}: the description lacks a constraint",
                      variant.kernel, launch.local[d], launch.global[d], d, text_of(sizes)));
    }
  }
  return launch;
}

std::string build_options(const Variant& variant) {
  std::string options = variant.options;
  for (const auto& [name, value] : variant.parameters) {
    options += fmt::format("{}-D{}={}", options.empty() ? "" : " ", name, value);
  }
  return options;
}

std::size_t bytes_of(const std::string& dtype) {
  static const std::map<std::string, std::size_t> kBytes = {
      {"float32", 4}, {"float64", 8}, {"int8", 1},   {"uint8", 1}, {"int16", 2},
      {"uint16", 2},  {"int32", 4},   {"uint32", 4}, {"int64", 8}, {"uint64", 8}};
  const auto found = kBytes.find(dtype);
  if (found == kBytes.end()) {
    throw Error(ErrorKind::input,
                fmt::format("dtype '{}' is unknown: use float32, int32, ...", dtype));
  }
  return found->second;
}

std::size_t buffer_bytes(const Variant& variant, const Sizes& sizes) {
  std::size_t bytes = 0;
  for (const Argument& argument : variant.arguments) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
      bytes += extent(variant, buffer->elements, sizes) * bytes_of(buffer->dtype);
    }
  }
  return bytes;
}

}  // namespace clgauge::kernels
