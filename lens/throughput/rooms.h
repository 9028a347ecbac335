#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace clgauge::lens {

// What a core has few of beside entries of its reorder buffer: an operation holds it from when it
// is dispatched until it retires.
enum class Room : std::uint8_t {
  general_register,
  vector_register,
  wide_register,  // a vector register that can hold 512 bits
  load,
  store,
  count
};
inline constexpr std::size_t kRooms = static_cast<std::size_t>(Room::count);

// So many of each.
using Rooms = std::array<unsigned, kRooms>;

[[nodiscard]] constexpr unsigned& of(Rooms& rooms, Room room) {
  return rooms[static_cast<std::size_t>(room)];
}
[[nodiscard]] constexpr unsigned of(const Rooms& rooms, Room room) {
  return rooms[static_cast<std::size_t>(room)];
}

// Of each, a part of what the core has: how often a sequence fills it.
using RoomParts = std::array<double, kRooms>;

inline void add_to(RoomParts& sum, const RoomParts& other, double times) {
  for (std::size_t room = 0; room < kRooms; ++room) {
    sum[room] += times * other[room];
  }
}

}  // namespace clgauge::lens
