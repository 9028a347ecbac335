#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// Memory of traces that are not needed any more, for those that come next, of other launches, too:
// a trace takes megabytes, and getting them from the system page by page takes longer than walking
// the group. Thread-safe.
class TraceStorage {
 public:
  // An empty trace with room for so many accesses.
  [[nodiscard]] AccessTrace take(std::size_t accesses);
  // An empty trace where nobody knows how many there will be: the largest that is kept, whatever it
  // has room for, or a new one.
  [[nodiscard]] AccessTrace take_any(std::size_t accesses_if_none);
  void give_back(AccessTrace trace);

 private:
  static constexpr std::size_t kMostTraces = 8;
  static constexpr std::size_t kMostAccesses = std::size_t{1} << 21U;  // of a trace that is kept

  [[nodiscard]] AccessTrace take_best(std::size_t accesses);

  std::mutex mutex_;
  std::vector<AccessTrace> kept_;
};

}  // namespace clgauge::lens
