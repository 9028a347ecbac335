#pragma once

#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/terms/device_traits.h"

namespace clgauge::model {

inline DeviceTraits sub_groups_of(unsigned size) {
  DeviceTraits traits;
  traits.sub_group_size = size;
  return traits;
}

inline collector::Count count_of(const std::string& per_item, const std::string& total,
                                 collector::CountFlag flag = collector::CountFlag::exact) {
  return {collector::Formula::parse(per_item), collector::Formula::parse(total), flag};
}

inline collector::Access access_of(const std::string& array, const std::string& space,
                                   const std::string& direction,
                                   const std::vector<std::string>& local_strides,
                                   const std::vector<std::string>& group_strides,
                                   const collector::Count& count) {
  collector::Access access;
  access.array = array;
  access.space = space;
  access.direction = direction;
  access.dtype = "float32";
  access.bytes = 4;
  for (const auto& text : local_strides) {
    access.local_strides.push_back(collector::Formula::parse(text));
  }
  for (const auto& text : group_strides) {
    access.group_strides.push_back(collector::Formula::parse(text));
  }
  access.count = count;
  return access;
}

inline collector::ArrayUse use_of(const std::string& array, const std::string& space,
                                  const std::string& accesses, const std::string& footprint,
                                  bool loaded, bool stored) {
  collector::ArrayUse use;
  use.array = array;
  use.space = space;
  use.accesses = collector::Formula::parse(accesses);
  use.footprint = collector::Formula::parse(footprint);
  use.loaded = loaded;
  use.stored = stored;
  return use;
}

// The 16x16-tiled product of two square matrices of order n = 16 t, counted by hand: what the
// collector says of the paper's matmul, with t as the only symbol.
inline collector::KernelModel tiled_matmul() {
  using collector::Formula;
  collector::KernelModel model;
  model.kernel = "matmul_tiled";
  model.global_size = {Formula::parse("16*t"), Formula::parse("16*t")};
  model.local_size = {Formula(16), Formula(16)};
  model.groups = Formula::parse("t*t");
  model.ops = {{"madd", "float32", false, count_of("16*t", "4096*t*t*t")},
               {"add", "int32", true, count_of("3*t", "768*t*t*t")}};
  // One load of a and b into the tiles per work-item and tile; t tiles.
  model.accesses = {
      access_of("a", "global", "load", {"1", "16*t"}, {"0", "256*t"}, count_of("t", "256*t*t*t")),
      access_of("b", "global", "load", {"1", "16*t"}, {"16", "0"}, count_of("t", "256*t*t*t")),
      access_of("c", "global", "store", {"1", "16*t"}, {"16", "256*t"}, count_of("1", "256*t*t")),
      access_of("tile", "local", "store", {"1", "16"}, {"0", "0"}, count_of("2*t", "512*t*t*t")),
      access_of("tile", "local", "load", {"0", "16"}, {"0", "0"}, count_of("32*t", "8192*t*t*t"))};
  model.arrays = {use_of("a", "global", "256*t*t*t", "256*t*t", true, false),
                  use_of("b", "global", "256*t*t*t", "256*t*t", true, false),
                  use_of("c", "global", "256*t*t", "256*t*t", false, true),
                  use_of("tile", "local", "8704*t*t*t", "512", true, true)};
  model.sync = {{"barrier_local", count_of("2*t", "512*t*t*t")}};
  return model;
}

// c = a b with one work-item for each element, n = 16 t, groups of 16 x 16.
inline collector::KernelModel naive_matmul() {
  collector::KernelModel model = tiled_matmul();
  model.kernel = "matmul_naive";
  model.accesses = {
      access_of("a", "global", "load", {"0", "16*t"}, {"0", "256*t"},
                count_of("16*t", "4096*t*t*t")),
      access_of("b", "global", "load", {"1", "0"}, {"16", "0"}, count_of("16*t", "4096*t*t*t")),
      access_of("c", "global", "store", {"1", "16*t"}, {"16", "256*t"}, count_of("1", "256*t*t"))};
  model.accesses[0].loop_strides = {{"L5", collector::Formula(1)}};
  model.accesses[1].loop_strides = {{"L5", collector::Formula::parse("16*t")}};
  model.arrays.pop_back();
  model.sync.clear();
  model.loops = {{"L5", "", false, true, count_of("16*t", "4096*t*t*t")}};
  return model;
}

}  // namespace clgauge::model
