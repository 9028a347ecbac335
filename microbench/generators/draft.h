#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "microbench/generators/micro_kernel.h"

namespace clgauge::microbench {

// Builds a MicroKernel argument by argument, so that the source's parameter list, the job and the
// collector's launch cannot disagree.
class Draft {
 public:
  explicit Draft(std::string kernel_name) : name_(std::move(kernel_name)) {}

  // __global buffers of `elements` x `lanes` values; outputs are poisoned before the first run.
  Draft& input(const std::string& name, const std::string& dtype, std::int64_t lanes,
               std::int64_t elements, Fill fill);
  Draft& output(const std::string& name, const std::string& dtype, std::int64_t lanes,
                std::int64_t elements, Fill fill = Fill::poison);
  // A list of int32, each a random place below `below`.
  Draft& places(const std::string& name, std::int64_t elements, std::int64_t below);
  Draft& scalar(const std::string& name, const std::string& dtype, double value);
  // A __local array, declared first in the body.
  Draft& local_array(const std::string& name, const std::string& dtype, std::int64_t elements);

  // The launch; one or two dimensions.
  Draft& range(std::int64_t global, std::int64_t local);
  Draft& range(std::int64_t global_x, std::int64_t global_y, std::int64_t local_x,
               std::int64_t local_y);

  // Scalar element `element` of buffer `name` must hold `value` after a run.
  Draft& expect(const std::string& name, std::int64_t element, double value,
                double relative_tolerance);

  Draft& work(std::string unit, std::int64_t count);
  Draft& op(const std::string& op, const std::string& dtype, std::int64_t count);
  Draft& access(const std::string& array, const std::string& direction, std::int64_t count);
  Draft& barriers(std::int64_t count);
  Draft& depends_on_data();

  // Puts `body` into the kernel and gives the result.
  [[nodiscard]] MicroKernel finish(const std::string& body);

 private:
  Draft& buffer(const std::string& name, const std::string& dtype, std::int64_t lanes,
                std::int64_t elements, Fill fill, bool constant);

  std::string name_;
  std::vector<std::string> names_;       // of the arguments
  std::vector<std::string> parameters_;  // as the kernel declares them
  std::set<std::string> dtypes_;
  std::string local_arrays_;
  MicroKernel kernel_;
};

// "float4" for ("float32", 4).
[[nodiscard]] std::string c_type(const std::string& dtype, std::int64_t lanes = 1);
[[nodiscard]] std::int64_t bytes_of(const std::string& dtype);
// How far a result in this type may be from an expectation computed in float64.
[[nodiscard]] double tolerance_of(const std::string& dtype);
// What Fill::iota puts into element i.
[[nodiscard]] double iota_value(const std::string& dtype, std::int64_t i);

}  // namespace clgauge::microbench
