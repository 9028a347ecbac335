#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "accesses.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// A launch whose every group is known.
struct KnownLaunch {
  std::array<std::uint64_t, 3> groups{1, 1, 1};
  std::function<AccessTrace(std::uint64_t x, std::uint64_t y, std::uint64_t z)> group;

  [[nodiscard]] AccessTrace at(std::uint64_t k) const {
    return group(k % groups[0], k / groups[0] % groups[1], k / groups[0] / groups[1]);
  }
  [[nodiscard]] std::uint64_t count() const { return groups[0] * groups[1] * groups[2]; }

  [[nodiscard]] SampledGroups sample(std::uint64_t first, std::uint64_t taken) const {
    SampledGroups sample;
    sample.groups = groups;
    for (std::uint64_t k = first; k < first + taken; ++k) {
      sample.consecutive.push_back(at(k));
    }
    for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
      const std::size_t done = g - sample.first_counted();
      if (groups[1] > 1 && done < groups[0]) {
        sample.row_before.push_back(at(first + g - groups[0]));
      }
      if (groups[2] > 1 && done < groups[0] * groups[1]) {
        sample.plane_before.push_back(at(first + g - groups[0] * groups[1]));
      }
    }
    return sample;
  }

  // Misses of all groups, one after another.
  [[nodiscard]] HierarchyCounts whole(const HierarchyShape& shape) const {
    HierarchySimulator simulator(shape, kWindow);
    HierarchyCounts counts;
    for (std::uint64_t k = 0; k < count(); ++k) {
      simulator.run(at(k), counts, nullptr);
    }
    return counts;
  }
};

// o[y][x] = a[y-1][x] + a[y][x] + a[y+1][x], 16x16 work-items a group.
inline KnownLaunch stencil(std::uint64_t width, std::uint64_t height) {
  return {{width / 16, height / 16, 1}, [width](auto gx, auto gy, auto) {
            AccessTrace trace;
            for (std::uint64_t y = 16 * gy; y < 16 * gy + 16; ++y) {
              for (std::uint64_t x = 16 * gx; x < 16 * gx + 16; x += 8) {
                for (std::uint64_t dy = 0; dy < 3; ++dy) {
                  trace.push_back(load((1U << 30) + 4 * ((y + dy) * width + x), 32));
                }
                trace.push_back(store((1U << 31) + 4 * (y * width + x), 32));
              }
            }
            return trace;
          }};
}

// o[x][y] = a[y][x], 16x16 work-items a group.
inline KnownLaunch transposition(std::uint64_t size) {
  return {{size / 16, size / 16, 1}, [size](auto gx, auto gy, auto) {
            AccessTrace trace;
            for (std::uint64_t y = 16 * gy; y < 16 * gy + 16; ++y) {
              for (std::uint64_t x = 16 * gx; x < 16 * gx + 16; ++x) {
                trace.push_back(load((1U << 30) + 4 * (y * size + x)));
                trace.push_back(store((1U << 31) + 4 * (x * size + y)));
              }
            }
            return trace;
          }};
}

}  // namespace clgauge::lens
