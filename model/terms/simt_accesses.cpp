#include "model/terms/simt_accesses.h"

#include <algorithm>

#include "model/features/kinds.h"
#include "model/terms/lane_pattern.h"
#include "model/terms/simt_counts.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;
using collector::OpCount;

constexpr double kSimtLineBytes = 128;
constexpr double kSimtLinesLookedUp = 4;  // by the first cache at a time
// Of the second cache: each has an arithmetic unit for updates.
constexpr double kSimtSlices = 80;
constexpr double kSimtSliceBytes = 256;

// The collector counts an atomic update as a load and a store of the same line and place.
bool is_update(const KernelModel& model, const Access& access) {
  const bool is_local = access.space == "local";
  const bool has_updates = std::any_of(model.ops.begin(), model.ops.end(), [&](const OpCount& op) {
    return op.op == "atomic" && op.in_local == is_local;
  });
  return has_updates &&
         std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& other) {
           return other.array == access.array && other.line == access.line &&
                  other.direction != access.direction &&
                  other.local_strides == access.local_strides &&
                  other.count.total.text() == access.count.total.text();
         });
}

// Requests that the busiest slice of the second cache does for an update by a sub-group: one a
// sector, as often as lanes meet in a word. A hash chooses slices for pieces of memory.
double busiest_slice(const LaneGrid& grid, const std::array<double, 3>& strides, bool is_known,
                     const SimtAccess& access, double extent) {
  const double lanes = grid.all();
  const double words = std::max(1.0, extent / access.bytes);
  bool is_one = is_known;
  for (std::size_t d = 0; d < 3; ++d) {
    is_one = is_one && (strides[d] == 0 || grid.lanes[d] <= 1);
  }
  const double requests = is_one ? (access.is_elected ? 1 : lanes)
                          : is_known
                              ? pieces_touched(grid, strides, access.bytes, 0, kSimtSectorBytes)
                              : std::min(lanes, std::max(1.0, extent / kSimtSectorBytes)) *
                                    std::max(1.0, lanes / words);
  return requests / std::clamp(extent / kSimtSliceBytes, 1.0, kSimtSlices);
}

SimtAccess placed(const KernelModel& model, const Access& access, FormulaTable& table) {
  SimtAccess added{table.add(access.count),
                   {kNoSlot, kNoSlot, kNoSlot},
                   table.add(access.first_byte),
                   static_cast<double>(access.stride_unit_bytes),
                   static_cast<double>(access.bytes),
                   access.space == "local",
                   access.space == "constant",
                   access.direction == "store",
                   is_update(model, access),
                   !is_float(access.dtype),
                   false,
                   kNoSlot,
                   kNoSlot};
  for (const auto& use : model.arrays) {
    if (use.array == access.array) {
      added.extent = table.add(use.extent_bytes);
      added.is_stored = use.stored && !added.is_local;
    }
  }
  const std::size_t zero = table.add(collector::Formula());
  const bool is_placed = access.affine || !access.local_strides.empty();
  for (std::size_t d = 0; d < 3 && is_placed; ++d) {
    if (d < access.local_strides.size()) {
      added.strides[d] = table.add(access.local_strides[d]);
    } else if (access.affine) {
      added.strides[d] = zero;
    }
  }
  for (std::size_t l = 0; l < model.loops.size(); ++l) {
    if (access.loop_strides.count(model.loops[l].name) > 0) {
      added.loop = l;  // outer loops stand before inner ones
    }
  }
  return added;
}

}  // namespace

SimtAccesses::SimtAccesses(const KernelModel& model, FormulaTable& table) {
  for (const Access& access : model.accesses) {
    if (access.space == "local" || is_off_chip(access.space)) {
      accesses_.push_back(placed(model, access, table));
    }
  }
}

SimtAccesses::Requested SimtAccesses::count(const FormulaTable::Values& values,
                                            const LaunchShape& shape,
                                            std::span<double> counts) const {
  const auto local = [&](unsigned d) { return static_cast<double>(shape.local[d]); };
  const LaneGrid grid = LaneGrid::of({local(0), local(1), local(2)}, shape.sub_group_size);
  const double of_items = shape.sub_groups_per_item();
  Requested requested;
  for (const SimtAccess& access : accesses_) {
    const double times = of_items * number(values, access.total);
    counts[kSimtAccesses] += times * std::max(1.0, access.bytes / kMostBytesOfAccess);
    std::array<double, 3> strides{};
    bool is_known = true;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto stride = access.strides[d] == kNoSlot ? std::nullopt : values[access.strides[d]];
      // Only along dimensions that the lanes differ in.
      is_known = is_known && (stride || grid.lanes[d] <= 1);
      strides[d] = static_cast<double>(stride.value_or(0)) * access.unit_bytes;
    }
    if (access.is_update && !access.is_local) {
      if (access.is_store) {
        const double extent = access.extent == kNoSlot ? 0 : number(values, access.extent);
        counts[kSimtUpdates] +=
            times * busiest_slice(grid, strides, is_known, access,
                                  extent > 0 ? extent : kSimtSlices * kSimtSliceBytes);
      }
      continue;
    }
    if (access.is_local) {
      counts[kSimtLocal] += times * (is_known ? bank_passes(grid, strides, access.bytes)
                                              : random_bank_passes(grid, access.bytes));
      continue;
    }
    const double first = number(values, access.first_byte);
    const auto pieces = [&](double bytes) {
      return is_known ? pieces_touched(grid, strides, access.bytes, first, bytes)
                      : grid.all() * std::max(1.0, access.bytes / bytes);
    };
    const double sectors = times * pieces(kSimtSectorBytes);
    counts[kSimtLines] += times * std::max(is_known ? bank_passes(grid, strides, access.bytes)
                                                    : random_bank_passes(grid, access.bytes),
                                           pieces(kSimtLineBytes) / kSimtLinesLookedUp);
    (access.is_store ? requested.stored : requested.loaded) += sectors;
  }
  return requested;
}

}  // namespace clgauge::model
