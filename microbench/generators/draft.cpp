#include "microbench/generators/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

struct Type {
  const char* dtype;
  const char* c_name;
  int bytes;
  double tolerance;
};

constexpr std::array<Type, 6> kTypes{{{"float16", "half", 2, 2e-2},
                                      {"float32", "float", 4, 1e-5},
                                      {"float64", "double", 8, 1e-12},
                                      {"int32", "int", 4, 0},
                                      {"uint32", "uint", 4, 0},
                                      {"int64", "long", 8, 0}}};

const Type& type_of(const std::string& dtype) {
  const auto* found = std::find_if(kTypes.begin(), kTypes.end(),
                                   [&](const Type& type) { return dtype == type.dtype; });
  if (found == kTypes.end()) {
    throw Error(ErrorKind::internal, "no generator knows the type '" + dtype + "'");
  }
  return *found;
}

}  // namespace

std::string c_type(const std::string& dtype, std::int64_t lanes) {
  const std::string name = type_of(dtype).c_name;
  return lanes == 1 ? name : name + std::to_string(lanes);
}
std::int64_t bytes_of(const std::string& dtype) { return type_of(dtype).bytes; }
double tolerance_of(const std::string& dtype) { return type_of(dtype).tolerance; }
double iota_value(const std::string& dtype, std::int64_t i) {
  return static_cast<double>(i % (type_of(dtype).bytes == 1 ? kIotaPeriod8 : kIotaPeriod));
}

Draft& Draft::buffer(const std::string& name, const std::string& dtype, std::int64_t lanes,
                     std::int64_t elements, Fill fill, bool constant) {
  names_.push_back(name);
  dtypes_.insert(dtype);
  parameters_.push_back(fmt::format("__global {}{}* restrict {}", constant ? "const " : "",
                                    c_type(dtype, lanes), name));
  kernel_.job.arguments.emplace_back(
      BufferArgument{static_cast<std::size_t>(elements * lanes * bytes_of(dtype)), dtype, fill});
  return *this;
}

Draft& Draft::input(const std::string& name, const std::string& dtype, std::int64_t lanes,
                    std::int64_t elements, Fill fill) {
  return buffer(name, dtype, lanes, elements, fill, true);
}

Draft& Draft::output(const std::string& name, const std::string& dtype, std::int64_t lanes,
                     std::int64_t elements, Fill fill) {
  return buffer(name, dtype, lanes, elements, fill, false);
}

Draft& Draft::places(const std::string& name, std::int64_t elements, std::int64_t below) {
  input(name, "int32", 1, elements, Fill::uniform);
  std::get<BufferArgument>(kernel_.job.arguments.back()).high = static_cast<double>(below);
  return *this;
}

Draft& Draft::scalar(const std::string& name, const std::string& dtype, double value) {
  names_.push_back(name);
  dtypes_.insert(dtype);
  parameters_.push_back(c_type(dtype) + " " + name);
  kernel_.job.arguments.emplace_back(ScalarArgument{dtype, value});
  if (dtype == "int32" || dtype == "int64") {
    kernel_.launch.args[name] = std::to_string(static_cast<std::int64_t>(value));
  }
  return *this;
}

Draft& Draft::local_array(const std::string& name, const std::string& dtype,
                          std::int64_t elements) {
  dtypes_.insert(dtype);
  local_arrays_ += fmt::format("  __local {} {}[{}];\n", c_type(dtype), name, elements);
  kernel_.local_bytes += elements * bytes_of(dtype);
  return *this;
}

Draft& Draft::range(std::int64_t global, std::int64_t local) {
  kernel_.job.dimensions = 1;
  kernel_.job.global = {static_cast<std::size_t>(global), 1, 1};
  kernel_.job.local = {static_cast<std::size_t>(local), 0, 0};
  kernel_.launch.global = {std::to_string(global)};
  kernel_.launch.local = {std::to_string(local)};
  return *this;
}

Draft& Draft::range(std::int64_t global_x, std::int64_t global_y, std::int64_t local_x,
                    std::int64_t local_y) {
  kernel_.job.dimensions = 2;
  kernel_.job.global = {static_cast<std::size_t>(global_x), static_cast<std::size_t>(global_y), 1};
  kernel_.job.local = {static_cast<std::size_t>(local_x), static_cast<std::size_t>(local_y), 0};
  kernel_.launch.global = {std::to_string(global_x), std::to_string(global_y)};
  kernel_.launch.local = {std::to_string(local_x), std::to_string(local_y)};
  return *this;
}

Draft& Draft::expect(const std::string& name, std::int64_t element, double value,
                     double relative_tolerance) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  kernel_.job.expectations.push_back({static_cast<unsigned>(found - names_.begin()),
                                      static_cast<std::size_t>(element), value,
                                      relative_tolerance});
  return *this;
}

Draft& Draft::work(std::string unit, std::int64_t count) {
  kernel_.work_unit = std::move(unit);
  kernel_.work = static_cast<double>(count);
  return *this;
}

Draft& Draft::op(const std::string& op, const std::string& dtype, std::int64_t count) {
  if (count != 0) kernel_.claims.ops[{op, dtype}] += count;
  return *this;
}

Draft& Draft::access(const std::string& array, const std::string& direction, std::int64_t count) {
  kernel_.claims.accesses.push_back({array, direction, count});
  return *this;
}

Draft& Draft::barriers(std::int64_t count) {
  kernel_.claims.barriers += count;
  return *this;
}

Draft& Draft::depends_on_data() {
  kernel_.claims.depends_on_data = true;
  return *this;
}

MicroKernel Draft::finish(const std::string& body) {
  std::string source;
  if (dtypes_.count("float64") > 0) source += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  if (dtypes_.count("float16") > 0) source += "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  source += fmt::format("__kernel void {}({}) {{\n{}{}}}\n", name_, fmt::join(parameters_, ", "),
                        local_arrays_, body);
  kernel_.job.source = std::move(source);
  kernel_.job.kernel = name_;
  kernel_.job.options = "-cl-std=CL1.2";
  return std::move(kernel_);
}

}  // namespace clgauge::microbench
