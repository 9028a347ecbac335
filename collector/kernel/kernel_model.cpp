#include "collector/kernel/kernel_model.h"

#include <algorithm>

namespace clgauge::collector {

const char* name_of(CountFlag flag) noexcept {
  switch (flag) {
    case CountFlag::exact:
      return "exact";
    case CountFlag::upper:
      return "upper";
    case CountFlag::data_dependent:
      return "data-dependent";
    case CountFlag::indirect:
      return "indirect";
  }
  return "data-dependent";
}

bool is_exact(const KernelModel& model) {
  const auto known = [](CountFlag flag) {
    return flag == CountFlag::exact || flag == CountFlag::indirect;
  };
  const auto counted = [&](const auto& entry) { return known(entry.count.flag); };
  return std::all_of(model.ops.begin(), model.ops.end(), counted) &&
         std::all_of(model.accesses.begin(), model.accesses.end(), counted) &&
         std::all_of(model.sync.begin(), model.sync.end(), counted) &&
         std::all_of(model.arrays.begin(), model.arrays.end(), [&](const ArrayUse& array) {
           return known(array.accesses_flag) && known(array.footprint_flag);
         });
}

}  // namespace clgauge::collector
