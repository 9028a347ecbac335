#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/throughput/forwarding.h"
#include "lens/traffic/young_stores.h"

namespace clgauge::lens {

// Watches which loads of a group find what a store has just left for them. Not thread-safe.
class ForwardedLoads {
 public:
  // For code of so many instructions.
  explicit ForwardedLoads(std::size_t instructions);

  // The next access, of an instruction that makes one each time.
  void see(const MemoryAccess& access);

  // Those that do so nearly every time, from the same store, as many rounds after it.
  [[nodiscard]] std::vector<Forwarding> regular() const;

 private:
  // Of a load, so many accesses tell; the others cost little.
  static constexpr std::uint32_t kWatched = 256;

  struct Origin {
    std::uint32_t instruction = 0;
    std::uint32_t pass = 0;
  };
  struct Passes {
    std::uint32_t loads = 0;
    std::uint32_t stores = 0;
  };
  // A load, the store before it, the passes between them, and the bytes.
  struct Link {
    std::uint32_t load = 0;
    std::uint32_t store = 0;
    std::uint32_t rounds = 0;
    std::uint32_t bytes = 0;
    friend bool operator<(const Link& a, const Link& b) {
      return std::tie(a.load, a.store, a.rounds, a.bytes) <
             std::tie(b.load, b.store, b.rounds, b.bytes);
    }
  };

  YoungStores<Origin> young_;
  std::vector<Passes> passes_;  // by instruction
  std::map<Link, std::uint32_t> links_;
};

}  // namespace clgauge::lens
