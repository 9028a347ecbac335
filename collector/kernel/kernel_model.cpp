#include "collector/kernel/kernel_model.h"

#include <algorithm>
#include <cstddef>

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

bool is_floating(const std::string& dtype) noexcept { return dtype.starts_with("float"); }

std::size_t numbers_in(const Parameter& structure) noexcept {
  std::size_t numbers = 0;
  for (const Member& member : structure.members) {
    numbers += static_cast<std::size_t>(member.count);
  }
  return numbers;
}

std::string unknown_trips(const std::string& loop) { return "@trips_" + loop; }

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

bool lacks_extent(const ArrayUse& array) {
  if (!array.extent_bytes.is_determined()) return true;
  return array.extent_flag != CountFlag::exact && array.extent_bytes == Formula(0);
}

namespace {

void take_bounds(KernelModel& model) {
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    const auto& bound = model.extent_bounds->bytes[i];
    if (bound && lacks_extent(model.arrays[i])) model.arrays[i].extent_bytes = Formula(*bound);
  }
}

}  // namespace

bool lacks_extents(const KernelModel& model) {
  return std::any_of(model.arrays.begin(), model.arrays.end(), lacks_extent);
}

bool gains_from_sizes(const KernelModel& model) {
  return !is_exact(model) ||
         std::any_of(model.arrays.begin(), model.arrays.end(), [](const ArrayUse& array) {
           return lacks_extent(array) && array.extent_flag != CountFlag::indirect;
         });
}

KernelModel within_buffers(KernelModel model, const std::map<std::string, std::size_t>& bytes) {
  for (ArrayUse& array : model.arrays) {
    const auto given = bytes.find(array.array);
    if (given != bytes.end() && given->second > 0 && lacks_extent(array)) {
      array.extent_bytes = Formula(static_cast<std::int64_t>(given->second));
    }
  }
  return model;
}

KernelModel at_walked_sizes(KernelModel model) {
  if (model.extent_bounds) take_bounds(model);
  if (!model.walked) return model;
  const WalkedCounts& walked = *model.walked;
  const auto state = [](Formula& formula, CountFlag& flag, std::optional<std::int64_t> counted) {
    if (!counted) return;
    formula = Formula(*counted);
    if (flag != CountFlag::indirect) flag = CountFlag::exact;
  };
  const auto state_all = [&](auto& entries, const std::vector<std::int64_t>& counted) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      state(entries[i].count.total, entries[i].count.flag, counted[i]);
    }
  };
  state_all(model.ops, walked.ops);
  state_all(model.accesses, walked.accesses);
  state_all(model.sync, walked.sync);
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    ArrayUse& array = model.arrays[i];
    const WalkedCounts::Array& counted = walked.arrays[i];
    state(array.accesses, array.accesses_flag, counted.accesses);
    state(array.footprint, array.footprint_flag, counted.footprint);
    state(array.extent_bytes, array.extent_flag, counted.extent_bytes);
  }
  return model;
}

}  // namespace clgauge::collector
