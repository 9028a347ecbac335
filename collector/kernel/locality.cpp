#include "collector/kernel/locality.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/kernel/byte_ranges.h"

namespace clgauge::collector {
namespace {

// How often something repeats, and how far apart its repetitions are.
struct Repetition {
  std::int64_t stride_bytes = 0;
  std::int64_t times = 1;
};

// An access with the values of one launch.
struct BoundAccess {
  std::int64_t first_byte = 0;
  std::int64_t bytes = 0;
  std::array<std::int64_t, 3> local_strides{};  // in bytes
  std::array<std::int64_t, 3> group_strides{};
  std::vector<Repetition> loops;
  bool exact = true;
};

using Shape = std::array<std::int64_t, 3>;

std::int64_t product(const Shape& shape) { return shape[0] * shape[1] * shape[2]; }

// Nothing for what the sizes do not tell, or where they make no whole number.
std::optional<std::int64_t> value_of(const Formula& formula, const Bindings& bindings) {
  try {
    return formula.evaluate(bindings);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// The same; says which sizes are missing, unless only memory knows them.
std::optional<std::int64_t> known_value(const Formula& formula, const Bindings& bindings) {
  std::string missing;
  for (const std::string& name : formula.symbols()) {
    if (bindings.count(name) == 0 && name.front() != '@') {
      missing += (missing.empty() ? "" : ", ") + name;
    }
  }
  if (!missing.empty()) {
    throw Error(ErrorKind::input,
                fmt::format("lines are counted at concrete sizes: give values to {}", missing));
  }
  return value_of(formula, bindings);
}

Shape shape_of(const std::vector<Formula>& sizes, const Bindings& bindings) {
  Shape shape{1, 1, 1};
  for (std::size_t d = 0; d < sizes.size() && d < 3; ++d) {
    shape[d] = known_value(sizes[d], bindings).value_or(0);
  }
  return shape;
}

class Launch {
 public:
  Launch(const KernelModel& model, const Bindings& bindings)
      : model_(model),
        bindings_(bindings),
        global_(shape_of(model.global_size, bindings)),
        local_(shape_of(model.local_size, bindings)) {
    for (std::size_t d = 0; d < 3; ++d) {
      if (local_[d] < 1 || global_[d] < local_[d]) {
        throw Error(ErrorKind::input, "the launch has no work-groups at these sizes");
      }
      groups_[d] = global_[d] / local_[d];
    }
  }

  [[nodiscard]] const Shape& local() const { return local_; }
  [[nodiscard]] const Shape& groups() const { return groups_; }

  // Nothing when the address is not affine or not known.
  [[nodiscard]] std::optional<BoundAccess> place(const Access& access) const {
    if (!access.affine || access.count.flag == CountFlag::indirect) return std::nullopt;
    bool known = true;
    const auto value = [&](const Formula& formula) {
      const auto found = known_value(formula, bindings_);
      known = known && found;
      return found.value_or(0);
    };
    BoundAccess placed;
    placed.bytes = access.bytes;
    placed.first_byte = value(access.first_byte);
    for (std::size_t d = 0; d < access.local_strides.size() && d < 3; ++d) {
      placed.local_strides[d] = value(access.local_strides[d]) * access.stride_unit_bytes;
      placed.group_strides[d] = value(access.group_strides[d]) * access.stride_unit_bytes;
    }
    bool regular = access.count.flag == CountFlag::exact;
    std::int64_t executions = product(global_);
    for (const auto& [name, stride] : access.loop_strides) {
      const auto trips = trips_of(name);
      if (!trips) return std::nullopt;
      placed.loops.push_back({value(stride) * access.stride_unit_bytes, trips->times});
      regular = regular && trips->uniform;
      executions *= trips->times;
    }
    placed.exact = regular && executions == known_value(access.count.total, bindings_);
    return known ? std::optional(placed) : std::nullopt;
  }

 private:
  struct Trips {
    std::int64_t times = 1;
    bool uniform = false;
  };

  // How often a loop runs for each entry; the mean, rounded up, where that varies. Nothing when
  // only memory knows.
  [[nodiscard]] std::optional<Trips> trips_of(const std::string& name) const {
    const LoopCount* loop = find(name);
    if (loop == nullptr) return Trips{};
    const LoopCount* parent = find(loop->parent);
    if (loop->uniform) {
      // The convention per work-item takes every branch, so guards do not hide in it. It names the
      // work-item where a loop around this one varies.
      const auto each = value_of(loop->iterations.per_item, bindings_);
      const std::optional<std::int64_t> around =
          parent == nullptr ? 1 : value_of(parent->iterations.per_item, bindings_);
      if (each && around && *around != 0 && *each % *around == 0)
        return Trips{*each / *around, true};
    }
    const auto iterations = known_value(loop->iterations.total, bindings_);
    const std::optional<std::int64_t> entries =
        parent == nullptr ? product(global_) : known_value(parent->iterations.total, bindings_);
    if (!iterations || !entries) return std::nullopt;
    return Trips{*entries == 0 ? 0 : (*iterations + *entries - 1) / *entries, false};
  }

  [[nodiscard]] const LoopCount* find(const std::string& loop) const {
    const auto found = std::find_if(model_.loops.begin(), model_.loops.end(),
                                    [&](const LoopCount& each) { return each.name == loop; });
    return found == model_.loops.end() ? nullptr : &*found;
  }

  const KernelModel& model_;
  const Bindings& bindings_;
  Shape global_;
  Shape local_;
  Shape groups_{1, 1, 1};
};

// What one work-group touches through one access.
ByteRanges touched(const BoundAccess& access, const Shape& local, const Shape& group) {
  std::vector<Repetition> repetitions = access.loops;
  std::int64_t first = access.first_byte;
  for (std::size_t d = 0; d < 3; ++d) {
    first += group[d] * access.group_strides[d];
    repetitions.push_back({access.local_strides[d], local[d]});
  }
  // The nearest first: what touches becomes one range early.
  std::sort(repetitions.begin(), repetitions.end(), [](const Repetition& a, const Repetition& b) {
    return std::abs(a.stride_bytes) < std::abs(b.stride_bytes);
  });
  ByteRanges ranges(first, access.bytes);
  for (const Repetition& each : repetitions) ranges.repeat(each.stride_bytes, each.times);
  return ranges;
}

// How many of all executions begin at each place within a line.
using Residues = std::map<std::int64_t, double>;

Residues repeated(const Residues& residues, const Repetition& repetition, std::int64_t line_bytes) {
  const std::int64_t step = ((repetition.stride_bytes % line_bytes) + line_bytes) % line_bytes;
  const std::int64_t period = line_bytes / std::gcd(line_bytes, step);
  Residues result;
  for (const auto& [residue, weight] : residues) {
    for (std::int64_t i = 0; i < std::min(period, repetition.times); ++i) {
      const std::int64_t times = (repetition.times - i + period - 1) / period;
      result[(residue + i * step) % line_bytes] += weight * static_cast<double>(times);
    }
  }
  return result;
}

std::int64_t lines_touched(const std::vector<std::int64_t>& items, std::int64_t residue,
                           std::int64_t bytes, std::int64_t line_bytes) {
  std::vector<std::int64_t> lines;
  for (const std::int64_t item : items) {
    const std::int64_t last = floor_divide(residue + item + bytes - 1, line_bytes);
    for (std::int64_t line = floor_divide(residue + item, line_bytes); line <= last; ++line) {
      lines.push_back(line);
    }
  }
  std::sort(lines.begin(), lines.end());
  return std::distance(lines.begin(), std::unique(lines.begin(), lines.end()));
}

double mean_lines(const BoundAccess& access, const Launch& launch, const LocalityOptions& options) {
  const std::int64_t line_bytes = options.line_bytes;
  Residues begins{{((access.first_byte % line_bytes) + line_bytes) % line_bytes, 1.0}};
  for (const Repetition& loop : access.loops) begins = repeated(begins, loop, line_bytes);
  for (std::size_t d = 0; d < 3; ++d) {
    begins = repeated(begins, {access.group_strides[d], launch.groups()[d]}, line_bytes);
  }
  // Sub-groups of the same shape, by the place of their first work-item within a line.
  std::map<std::vector<std::int64_t>, Residues> shapes;
  const Shape& local = launch.local();
  const std::int64_t items = product(local);
  for (std::int64_t first = 0; first < items; first += options.sub_group_size) {
    std::vector<std::int64_t> offsets;
    for (std::int64_t i = first; i < std::min(items, first + options.sub_group_size); ++i) {
      offsets.push_back(i % local[0] * access.local_strides[0] +
                        i / local[0] % local[1] * access.local_strides[1] +
                        i / local[0] / local[1] * access.local_strides[2]);
    }
    const std::int64_t start = offsets.front();
    for (std::int64_t& offset : offsets) offset -= start;
    for (const auto& [begin, weight] : begins) {
      const std::int64_t residue = (((begin + start) % line_bytes) + line_bytes) % line_bytes;
      shapes[offsets][residue] += weight;
    }
  }
  double lines = 0;
  double executions = 0;
  for (const auto& [offsets, residues] : shapes) {
    for (const auto& [residue, weight] : residues) {
      lines +=
          weight * static_cast<double>(lines_touched(offsets, residue, access.bytes, line_bytes));
      executions += weight;
    }
  }
  return executions > 0 ? lines / executions : 0;
}

void check(const LocalityOptions& options) {
  constexpr std::int64_t kLongestLine = 65536;
  if (options.line_bytes < 1 || options.line_bytes > kLongestLine) {
    throw Error(ErrorKind::input,
                fmt::format("a line of {} bytes: give 1 to {}", options.line_bytes, kLongestLine));
  }
  if (options.sub_group_size < 1) {
    throw Error(ErrorKind::input, fmt::format("a sub-group of {} work-items: give at least 1",
                                              options.sub_group_size));
  }
}

Shape group_to_look_at(const Launch& launch, const LocalityOptions& options) {
  Shape group{};
  for (std::size_t d = 0; d < 3; ++d) {
    group[d] = options.group ? (*options.group)[d] : launch.groups()[d] / 2;
    if (group[d] < 0 || group[d] >= launch.groups()[d]) {
      throw Error(ErrorKind::input, fmt::format("there is no work-group {} in dimension {}: the "
                                                "launch has {}",
                                                group[d], d, launch.groups()[d]));
    }
  }
  return group;
}

}  // namespace

Locality locality_of(const KernelModel& model, const Bindings& bindings,
                     const LocalityOptions& options) {
  check(options);
  const Launch launch(model, bindings);
  Locality result{
      options.line_bytes, options.sub_group_size, group_to_look_at(launch, options), {}, {}};
  std::map<std::string, ByteRanges> arrays;
  std::map<std::string, bool> exact;
  for (const Access& access : model.accesses) {
    if (access.space != "global" && access.space != "constant") continue;
    AccessLocality entry{access.array, access.direction, access.line, std::nullopt, false};
    const std::optional<BoundAccess> placed = launch.place(access);
    if (placed) {
      entry.lines_per_sub_group = mean_lines(*placed, launch, options);
      entry.exact = placed->exact;
      ByteRanges ranges = touched(*placed, launch.local(), result.group);
      const auto [known, is_new] = arrays.try_emplace(access.array, ranges);
      if (!is_new) known->second.add(ranges);
    }
    exact.try_emplace(access.array, true).first->second &= entry.exact;
    result.accesses.push_back(std::move(entry));
  }
  for (const ArrayUse& use : model.arrays) {
    const auto ranges = arrays.find(use.array);
    if (ranges == arrays.end()) continue;
    result.arrays.push_back({use.array, use.space, ranges->second.count_lines(options.line_bytes),
                             ranges->second.count(), exact.at(use.array)});
  }
  return result;
}

nlohmann::json to_json(const Locality& locality) {
  nlohmann::json result{{"line_bytes", locality.line_bytes},
                        {"sub_group_size", locality.sub_group_size},
                        {"group", locality.group},
                        {"accesses", nlohmann::json::array()},
                        {"arrays", nlohmann::json::array()}};
  for (const AccessLocality& access : locality.accesses) {
    nlohmann::json entry{{"array", access.array},
                         {"direction", access.direction},
                         {"line", access.line},
                         {"lines_per_sub_group", nullptr},
                         {"exact", access.exact}};
    if (access.lines_per_sub_group) entry["lines_per_sub_group"] = *access.lines_per_sub_group;
    result["accesses"].push_back(std::move(entry));
  }
  for (const ArrayLocality& array : locality.arrays) {
    result["arrays"].push_back({{"array", array.array},
                                {"space", array.space},
                                {"group_lines", array.group_lines},
                                {"group_footprint_bytes", array.group_footprint_bytes},
                                {"exact", array.exact}});
  }
  return result;
}

}  // namespace clgauge::collector
