#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "lens/traffic/cache.h"
#include "microbench/ring.h"

namespace clgauge::microbench {

// A device of which everything is known: two caches and two TLBs of the lens' traffic simulation,
// and what each costs. Stands for walks on a real one.
struct SimulatedMemory {
  lens::CacheShape l1;
  lens::CacheShape l2;
  lens::CacheShape tlb1;
  lens::CacheShape tlb2;

  // Seconds of a step: after rounds that fill the caches, one that is timed.
  [[nodiscard]] double seconds(const RingShape& shape, unsigned walks) const {
    lens::CacheSimulator first(l1);
    lens::CacheSimulator second(l2);
    lens::CacheSimulator first_tlb(tlb1);
    lens::CacheSimulator second_tlb(tlb2);
    const Ring ring(shape);
    const auto access = [&](std::uint64_t byte) {
      double nanoseconds = 1.4;
      if (!first_tlb.access(byte / tlb1.line_bytes)) {
        nanoseconds += second_tlb.access(byte / tlb2.line_bytes) ? 2 : 15;
      }
      if (!first.access(byte / l1.line_bytes)) {
        nanoseconds += second.access(physical(byte) / l2.line_bytes) ? 2.7 : 60;
      }
      return nanoseconds;
    };
    const std::uint64_t steps = shape.nodes / walks + 1;
    double nanoseconds = 0;
    constexpr int kRounds = 3;
    for (std::uint64_t step = 0; step < kRounds * steps; ++step) {
      if (step == (kRounds - 1) * steps) nanoseconds = 0;
      for (unsigned walk = 0; walk < walks; ++walk) {
        nanoseconds += access(kBase + 4 * std::uint64_t{ring.word(steps * walk + step)});
      }
    }
    return 1e-9 * nanoseconds / static_cast<double>(steps * walks);
  }

  // The second cache goes by physical addresses: pages lie anywhere.
  [[nodiscard]] std::uint64_t physical(std::uint64_t byte) const {
    const std::uint64_t page_bytes = tlb1.line_bytes;
    std::uint64_t page = (byte / page_bytes + 1) * 0xbf58476d1ce4e5b9ULL;
    page = (page ^ (page >> 31U)) * 0x94d049bb133111ebULL;
    return (page >> 34U) * page_bytes + byte % page_bytes;
  }

  static constexpr std::uint64_t kBase = std::uint64_t{1} << 32U;
};

}  // namespace clgauge::microbench
