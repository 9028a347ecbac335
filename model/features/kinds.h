#pragma once

#include <string_view>

#include "collector/kernel/kernel_model.h"

// Kinds of operations and memory, by the names that the collector gives them.
namespace clgauge::model {

[[nodiscard]] inline bool is_float(std::string_view dtype) { return dtype.substr(0, 5) == "float"; }
[[nodiscard]] inline bool is_float(const collector::OpCount& op) { return is_float(op.dtype); }
[[nodiscard]] inline bool is_off_chip(std::string_view space) {
  return space == "global" || space == "constant";
}

}  // namespace clgauge::model
