#include "model/terms/nest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "model/features/kinds.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::ArrayUse;
using collector::Formula;
using collector::KernelModel;

// Whether it moves by strides, if not from the last row to the first, rather than anywhere.
bool is_strided(const Access& access) { return access.affine || access.affine_in_rows; }

// Whether strides that hold but at borders lead through most of the array, and so explain where
// work-items are. What they leave out is elsewhere: the bits that a butterfly inserts, say. Of an
// array that may be any length nobody knows better than they do.
bool reach_most(const Stream& stream) {
  constexpr double kMost = 0.75;
  if (!std::isfinite(stream.extent_bytes)) {
    return true;
  }
  double reach = stream.element_bytes;
  for (const NestLevel& level : stream.levels) {
    reach += std::abs(level.stride_bytes) * (level.trips - 1);
  }
  return reach >= kMost * stream.extent_bytes;
}

// The strides hold within a group, and nobody knows where in the array the next one is.
void leave_groups_anywhere(Stream& stream) {
  constexpr std::size_t kDimensions = 3;
  stream.affine = false;
  stream.walks = true;
  for (std::size_t level = 0; level + kDimensions < stream.levels.size(); ++level) {
    stream.levels[level].walks = true;
  }
}

// Equal for accesses whose strides are equal nearly everywhere.
std::string signature(const Access& access) {
  std::string text = fmt::format("{} {} {} {}", access.array, is_strided(access), access.bytes,
                                 access.stride_unit_bytes);
  const auto add = [&](const char* what, const Formula& formula) {
    fmt::format_to(std::back_inserter(text), "/{}:{}", what, formula.text());
  };
  for (const Formula& stride : access.local_strides) {
    add("l", stride);
  }
  for (const Formula& stride : access.group_strides) {
    add("g", stride);
  }
  for (const auto& [loop, stride] : access.loop_strides) {
    add(loop.c_str(), stride);
  }
  return text;
}

// A bound that is no bound when it is unknown.
double known(const FormulaTable::Values& values, std::size_t slot) {
  const auto value = slot < values.size() ? values[slot] : std::nullopt;
  return value.value_or(0) > 0 ? static_cast<double>(*value)
                               : std::numeric_limits<double>::infinity();
}

}  // namespace

Nest::Nest(const KernelModel& model, FormulaTable& table) {
  add_loops(model, table);
  for (const Access& access : model.accesses) {
    if (is_off_chip(access.space)) {
      add_access(model, access, table);
    }
  }
}

void Nest::add_loops(const KernelModel& model, FormulaTable& table) {
  for (const collector::LoopCount& loop : model.loops) {
    const auto parent = loop_index_.find(loop.parent);
    loop_index_[loop.name] = loops_.size();
    loops_.push_back({table.add(loop.iterations),
                      parent == loop_index_.end() ? kNone : parent->second, 0, loop.has_barrier});
  }
  // Outer loops stand before inner ones: from the back, each loop lifts its parent above itself.
  for (std::size_t l = loops_.size(); l-- > 0;) {
    const LoopSlots& loop = loops_[l];
    std::size_t& levels = loop.has_barrier ? barrier_levels_ : plain_levels_;
    levels = std::max(levels, loop.level + 1);
    if (loop.parent != kNone && loops_[loop.parent].has_barrier == loop.has_barrier) {
      loops_[loop.parent].level = std::max(loops_[loop.parent].level, loop.level + 1);
    }
  }
}

void Nest::add_access(const KernelModel& model, const Access& access, FormulaTable& table) {
  const auto [place, is_new] = stream_index_.emplace(signature(access), streams_.size());
  if (is_new) {
    StreamSlots slots;
    slots.bytes = access.bytes;
    slots.stride_unit_bytes = access.stride_unit_bytes;
    slots.affine = is_strided(access);
    slots.is_modal = !slots.affine && !access.local_strides.empty();
    slots.walks = !slots.affine && access.local_strides.empty();
    const std::size_t zero = table.add(Formula());
    for (unsigned d = 0; d < 3; ++d) {
      slots.local[d] = d < access.local_strides.size() ? table.add(access.local_strides[d]) : zero;
      slots.group[d] = d < access.group_strides.size() ? table.add(access.group_strides[d]) : zero;
    }
    for (const auto& [loop, stride] : access.loop_strides) {
      if (const auto known = loop_index_.find(loop); known != loop_index_.end()) {
        slots.loops[known->second] = table.add(stride);
      }
    }
    slots.footprint = kNone;
    slots.extent = kNone;
    for (const ArrayUse& use : model.arrays) {
      if (use.array == access.array) {
        slots.footprint = table.add(use.footprint);
        slots.extent = table.add(use.extent_bytes);
      }
    }
    streams_.push_back(std::move(slots));
  }
  StreamSlots& slots = streams_[place->second];
  slots.totals.push_back(table.add(access.count));
  slots.loaded = slots.loaded || access.direction == "load";
  slots.stored = slots.stored || access.direction == "store";
}

double Nest::trips(const FormulaTable::Values& values, const LaunchShape& shape,
                   std::size_t loop) const {
  const LoopSlots& slots = loops_[loop];
  const auto& iterations = values[slots.iterations];
  const double entries =
      slots.parent == kNone
          ? static_cast<double>(shape.work_items())
          : static_cast<double>(values[loops_[slots.parent].iterations].value_or(0));
  if (!iterations || entries <= 0) {
    return 1;
  }
  return std::max(1.0, static_cast<double>(*iterations) / entries);
}

void Nest::bind_levels(const FormulaTable::Values& values, const LaunchShape& shape,
                       const StreamSlots& slots, Stream& stream) const {
  stream.levels.clear();
  const auto stride = [&](std::size_t slot) {
    const auto& value = values[slot];
    stream.affine = stream.affine && value.has_value();
    return static_cast<double>(value.value_or(0)) * slots.stride_unit_bytes;
  };
  const auto walk = [&](std::size_t slot) { return slots.walks && values[slot].has_value(); };
  const auto add_loops_of_kind = [&](bool has_barrier, std::size_t count) {
    const std::size_t first = stream.levels.size();
    stream.levels.resize(first + count);
    for (const auto& [loop, slot] : slots.loops) {
      if (loops_[loop].has_barrier == has_barrier) {
        stream.levels[first + loops_[loop].level] = {trips(values, shape, loop), stride(slot),
                                                     walk(slot)};
      }
    }
  };
  const auto local = [&](unsigned d) { return static_cast<double>(shape.local[d]); };
  const double lanes = std::min(static_cast<double>(shape.sub_group_size), local(0));
  stream.levels.push_back({lanes, stride(slots.local[0])});
  add_loops_of_kind(false, plain_levels_);
  stream.levels.push_back({local(0) / lanes, stride(slots.local[0]) * lanes});
  stream.levels.push_back({local(1), stride(slots.local[1])});
  stream.levels.push_back({local(2), stride(slots.local[2])});
  add_loops_of_kind(true, barrier_levels_);
  for (unsigned d = 0; d < 3; ++d) {
    stream.levels.push_back(
        {static_cast<double>(shape.global[d]) / local(d), stride(slots.group[d])});
  }
}

// An index that memory decides names no loops, but its count says how often they repeat it.
void Nest::add_unplaced_trips(Stream& stream) const {
  if (plain_levels_ + barrier_levels_ == 0) {
    return;
  }
  double repeated = stream.members;
  for (const NestLevel& level : stream.levels) {
    repeated *= level.trips;
  }
  if (!(repeated > 0)) {
    return;
  }
  constexpr std::size_t kLanes = 1;
  constexpr std::size_t kRestOfGroup = 3;
  const std::size_t place = plain_levels_ > 0 ? kLanes : kLanes + kRestOfGroup;
  stream.levels[place].trips *= std::max(1.0, stream.accesses / repeated);
}

void Nest::bind(const FormulaTable::Values& values, const LaunchShape& shape,
                std::vector<Stream>& streams) const {
  streams.resize(streams_.size());
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    const StreamSlots& slots = streams_[s];
    Stream& stream = streams[s];
    stream.element_bytes = slots.bytes;
    stream.loaded = slots.loaded;
    stream.stored = slots.stored;
    stream.affine = slots.affine || slots.is_modal;
    stream.walks = slots.walks && !slots.loops.empty();
    stream.jumps = slots.walks && slots.loops.empty();
    stream.members = static_cast<double>(slots.totals.size());
    stream.accesses = 0;
    for (const std::size_t total : slots.totals) {
      stream.accesses += static_cast<double>(values[total].value_or(0));
    }
    stream.footprint_elements = known(values, slots.footprint);
    stream.extent_bytes = known(values, slots.extent);
    bind_levels(values, shape, slots, stream);
    if (stream.affine && slots.is_modal && !reach_most(stream)) {
      leave_groups_anywhere(stream);
    } else if (!stream.affine) {
      add_unplaced_trips(stream);
    }
  }
}

}  // namespace clgauge::model
