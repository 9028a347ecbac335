#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/throughput/forwarding.h"
#include "lens/traffic/young_stores.h"

namespace clgauge::lens {

// Watches which loads of a group find what a store has left for them not long before, in the queue
// or in the cache. Not thread-safe.
class ForwardedLoads {
 public:
  // For code of so many instructions.
  explicit ForwardedLoads(std::size_t instructions);
  ForwardedLoads(ForwardedLoads&&) = default;  // what points into links_ goes on to
  ForwardedLoads& operator=(ForwardedLoads&&) = default;

  // The next access, of an instruction that makes one each time.
  void see(const MemoryAccess& access) {
    Passes& passes = passes_[access.instruction];
    if (access.is_store ? young_.time() > last_watched_ + kIdle : passes.loads >= kWatched) {
      passes.stores += access.is_store ? 1U : 0U;
      return young_.pass();
    }
    watch(access, passes);
  }

  // Those that do so nearly every time, from the same store, as many rounds after it.
  [[nodiscard]] std::vector<Forwarding> regular() const;

 private:
  // Of a load, so many accesses tell; the others cost little. Where no load is watched for so long,
  // stores are not kept until one is again.
  static constexpr std::uint32_t kWatched = 256;
  static constexpr std::uint64_t kIdle = 4096;  // accesses

  struct Origin {
    std::uint32_t instruction = 0;
    std::uint32_t pass = 0;
  };
  // A load, the store before it, the passes between them, and the bytes.
  struct Link {
    std::uint32_t load = 0;
    std::uint32_t store = 0;
    std::uint32_t rounds = 0;
    std::uint32_t bytes = 0;
    friend bool operator==(const Link&, const Link&) = default;
    friend bool operator<(const Link& a, const Link& b) {
      return std::tie(a.load, a.store, a.rounds, a.bytes) <
             std::tie(b.load, b.store, b.rounds, b.bytes);
    }
  };

  struct Passes {
    std::uint32_t loads = 0;
    std::uint32_t stores = 0;
    std::pair<const Link, std::uint32_t>* last = nullptr;  // of the load, in links_: most are alike
  };

  void watch(const MemoryAccess& access, Passes& passes);

  // A chain goes through a store whose line has long taken it, too, if its round is that long:
  // sixteen weights in memory, each of which waits for the sum over all of them.
  YoungStores<Origin, 64, 192, 16384> young_;
  std::uint64_t last_watched_ = 0;  // when a load was
  std::vector<Passes> passes_;      // by instruction
  std::map<Link, std::uint32_t> links_;
};

}  // namespace clgauge::lens
