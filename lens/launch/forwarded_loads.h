#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/throughput/forwarding.h"

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
  // A store leaves the queue a few dozen instructions after it: so many accesses, on average.
  static constexpr std::uint64_t kAccessesInFlight = 48;
  static constexpr std::size_t kStores = 16;
  // Of a load, so many accesses tell; the others cost little.
  static constexpr std::uint32_t kWatched = 256;

  struct Store {
    std::uint64_t address = 0;
    std::uint64_t time = 0;
    std::uint32_t bytes = 0;
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

  std::array<Store, kStores> young_{};
  std::size_t next_ = 0;
  std::uint64_t time_ = 2 * kAccessesInFlight;  // no entry is young at the start
  std::vector<Passes> passes_;                  // by instruction
  std::map<Link, std::uint32_t> links_;
};

}  // namespace clgauge::lens
