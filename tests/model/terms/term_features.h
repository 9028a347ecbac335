#pragma once

#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "features/matmul.h"
#include "model/features.h"
#include "model/terms/device_traits.h"

namespace clgauge::model {

inline constexpr unsigned kLanes = 8;

inline collector::KernelModel tiled_with_loops() {
  using collector::Formula;
  collector::KernelModel model = tiled_matmul();
  model.accesses[0].loop_strides = {{"L4", Formula(16)}};
  model.accesses[1].loop_strides = {{"L4", Formula::parse("256*t")}};
  model.loops = {{"L4", "", true, true, count_of("t", "256*t*t*t")},
                 {"L7", "L4", false, true, count_of("16*t", "4096*t*t*t")}};
  return model;
}

inline double feature(const collector::KernelModel& model, const std::string& name, int t,
                      const DeviceTraits& traits) {
  return bind_features(model, {{"t", t}}, traits, std::vector{name}).values.at(name);
}

}  // namespace clgauge::model
