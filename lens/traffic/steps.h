#pragma once

#include <algorithm>
#include <cstdint>

namespace clgauge::lens {

// Of a step in either direction.
[[nodiscard]] constexpr std::uint64_t length_of(std::uint64_t step) {
  return std::min(step, std::uint64_t{0} - step);
}

// Places that come one after another, and how far the last was from the one before it.
struct Steps {
  std::uint64_t place = 0;
  std::uint64_t step = 0;

  // Whether this step is as long as the one before it.
  bool step_to(std::uint64_t next) {
    const std::uint64_t before = step;
    step = next - place;
    place = next;
    return step == before;
  }
};

}  // namespace clgauge::lens
