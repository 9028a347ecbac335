#include "lens/launch/group_order.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

namespace clgauge::lens {
namespace {

// TBB's auto_partitioner: tasks for each core, each of which is halved so often beforehand.
constexpr std::uint64_t kTasksOfCore = 4;
constexpr unsigned kHalvingsOfTask = 4;

struct Box {
  GroupId first{};
  GroupId size{};

  [[nodiscard]] std::uint64_t count() const { return size[0] * size[1] * size[2]; }
};

// As TBB's blocked_range3d of pages (z), rows (y) and columns (x).
std::optional<std::size_t> longest_side(const GroupId& size) {
  const auto [x, y, z] = size;
  const std::size_t side = z < y ? (y < x ? 0 : 1) : (z < x ? 0 : 2);
  return size.at(side) > 1 ? std::optional(side) : std::nullopt;
}

struct Halves {
  Box first;
  Box second;
};

std::optional<Halves> halves_of(const Box& box) {
  const auto side = longest_side(box.size);
  if (!side) {
    return std::nullopt;
  }
  const std::uint64_t half = box.size.at(*side) / 2;
  Halves halves{box, box};
  halves.first.size.at(*side) = half;
  halves.second.first.at(*side) += half;
  halves.second.size.at(*side) -= half;
  return halves;
}

bool holds(const Box& box, const GroupId& id) {
  bool is_within = true;
  for (std::size_t d = 0; d < id.size(); ++d) {
    is_within = is_within && id.at(d) - box.first.at(d) < box.size.at(d);
  }
  return is_within;
}

// The box that is gone through by number, and how many groups come before it; `is_in_first` says of
// halves which one it is in.
template <typename IsInFirst>
std::pair<Box, std::uint64_t> box_with(const GroupId& groups, unsigned halvings,
                                       const IsInFirst& is_in_first) {
  Box box{{}, groups};
  std::uint64_t before = 0;
  for (; halvings > 0; --halvings) {
    const auto halves = halves_of(box);
    if (!halves) {
      break;
    }
    const bool is_first = is_in_first(*halves, before);
    before += is_first ? 0 : halves->first.count();
    box = is_first ? halves->first : halves->second;
  }
  return {box, before};
}

}  // namespace

GroupOrder::GroupOrder(const GroupId& groups, std::uint64_t cores, Dealing dealing)
    : groups_(groups), cores_(std::max<std::uint64_t>(cores, 1)), dealing_(dealing) {
  if (dealing == Dealing::parts && groups[1] * groups[2] > 1) {
    const std::uint64_t tasks = kTasksOfCore * cores_;
    halvings_ = kHalvingsOfTask + static_cast<unsigned>(std::bit_width(tasks - 1));
  }
}

GroupId GroupOrder::at(std::uint64_t place) const {
  const auto [box, before] =
      box_with(groups_, halvings_, [place](const Halves& halves, std::uint64_t before_both) {
        return place - before_both < halves.first.count();
      });
  GroupId id = group_of_number(place - before, box.size);
  for (std::size_t d = 0; d < id.size(); ++d) {
    id.at(d) += box.first.at(d);
  }
  return id;
}

std::uint64_t GroupOrder::place_of(const GroupId& id) const {
  const auto [box, before] =
      box_with(groups_, halvings_, [&id](const Halves& halves, std::uint64_t /*before_both*/) {
        return holds(halves.first, id);
      });
  GroupId within = id;
  for (std::size_t d = 0; d < id.size(); ++d) {
    within.at(d) -= box.first.at(d);
  }
  return before + number_of_group(within, box.size);
}

std::array<double, 3> GroupOrder::rows() const {
  std::array<double, 3> side{};
  for (std::size_t d = 0; d < side.size(); ++d) {
    side.at(d) = static_cast<double>(groups_.at(d));
  }
  Box box{{}, groups_};
  for (unsigned i = 0; i < halvings_; ++i) {
    const auto longest = longest_side(box.size);
    if (!longest) {
      break;
    }
    box.size.at(*longest) -= box.size.at(*longest) / 2;
    side.at(*longest) /= 2;
  }
  return {side[0], side[1], static_cast<double>(count()) / (side[0] * side[1])};
}

}  // namespace clgauge::lens
