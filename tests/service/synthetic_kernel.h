#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "collector/kernel/kernel_model.h"

namespace clgauge {

inline collector::Count per_item(const std::string& each) {
  using collector::Formula;
  return {Formula::parse(each), Formula::parse("(" + each + ")*n"), collector::CountFlag::exact};
}

// The counts of y[i] = sum of `terms` products of x[i * stride], with n work-items in groups of 64.
inline std::string synthetic_kernel(const std::string& name, const std::string& terms,
                                    const std::string& stride) {
  using collector::Formula;
  collector::KernelModel model;
  model.kernel = name;
  model.source_hash = "source of " + name;
  model.global_size = {Formula::parse("n")};
  model.local_size = {Formula(64)};
  model.groups = Formula::parse("floor(n/64)");
  model.ops = {{"madd", "float32", false, per_item(terms)}};
  collector::Access load;
  load.array = "x";
  load.space = "global";
  load.direction = "load";
  load.dtype = "float32";
  load.local_strides = {Formula::parse(stride)};
  load.group_strides = {Formula::parse("64*(" + stride + ")")};
  load.count = per_item("1");
  model.accesses = {load};
  return to_json(model).dump();
}

}  // namespace clgauge
