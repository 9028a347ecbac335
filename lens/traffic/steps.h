#pragma once

#include <cstdint>

namespace clgauge::lens {

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
