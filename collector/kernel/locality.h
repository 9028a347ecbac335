#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

struct LocalityOptions {
  std::int64_t line_bytes = 64;      // any positive number; buffers begin at a multiple of it
  std::int64_t sub_group_size = 32;  // consecutive work-items of a group; the last may be shorter
  // The group that is looked at; without it the middle one, which sees no border.
  std::optional<std::array<std::int64_t, 3>> group;
};

// Of one access in the source to global or constant memory.
struct AccessLocality {
  std::string array;
  std::string direction;
  int line = 0;  // in the source
  // Distinct cache lines that a sub-group touches when it executes the access once: the mean over
  // all sub-groups, groups and iterations. Nothing for an address that is not affine.
  std::optional<double> lines_per_sub_group;
  bool exact = false;  // false also when a guard keeps some work-items or iterations away
};

// Of one array in one work-group, from its first to its last instruction.
struct ArrayLocality {
  std::string array;
  std::string space;
  std::int64_t group_lines = 0;  // distinct cache lines
  std::int64_t group_footprint_bytes = 0;
  bool exact = false;  // false when an access is not affine (then left out) or guarded
};

struct Locality {
  std::int64_t line_bytes = 0;
  std::int64_t sub_group_size = 0;
  std::array<std::int64_t, 3> group{};
  std::vector<AccessLocality> accesses;
  std::vector<ArrayLocality> arrays;
};

// How the accesses of a launch fall into cache lines, at concrete sizes. Throws Error(input) for an
// option out of range and for a size without value, Error(unsupported) when a work-group touches
// more separate pieces than can be looked at.
[[nodiscard]] Locality locality_of(const KernelModel& model, const Bindings& bindings,
                                   const LocalityOptions& options);

[[nodiscard]] nlohmann::json to_json(const Locality& locality);

}  // namespace clgauge::collector
