#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lens/evaluate/machine.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// What the evaluator's own memory holds where two stretches of rounds accessed it, and will hold
// where further ones do: numbers and places go on by the same steps. Not thread-safe.
class StretchMemory {
 public:
  // Accesses of the first stretch, right behind it.
  void begin(std::span<const MemoryAccess> first, const Machine& machine);
  // Accesses of the second one, right behind it, and how far each is from the first's. Whether
  // what so many more stretches would load is there, and goes on by the steps of these two; and
  // whether what all store does.
  [[nodiscard]] bool goes_on(std::span<const MemoryAccess> second,
                             std::span<const std::uint64_t> steps, std::uint64_t stretches,
                             const Machine& machine);
  // Stores what so many more stretches would.
  void store(std::uint64_t stretches, Machine& machine) const;
  // Whether memory holds what the last of so many more stretches should have stored.
  [[nodiscard]] bool is_stored(std::uint64_t stretches, const Machine& machine) const;

 private:
  static constexpr unsigned kMostBytes = 64;
  struct Cells {
    std::array<std::uint64_t, kMostBytes / 8> values{};
    std::uint64_t unknown = 0;  // bit i: byte i
  };
  struct Store {
    std::uint64_t address = 0;
    std::uint64_t step = 0;
    unsigned bytes = 0;
    Cells first;
    Cells second;
  };

  static bool is_own(const MemoryAccess& access) { return access.region != MemoryRegion::buffer; }
  static Cells cells_at(std::uint64_t address, unsigned bytes, const Machine& machine);
  static Cells further_on(const Cells& first, const Cells& second, unsigned bytes,
                          std::uint64_t stretches);
  static bool are_same(const Cells& a, const Cells& b, unsigned bytes);
  static bool loads_go_on(const MemoryAccess& access, std::uint64_t step, std::uint64_t stretches,
                          const Machine& machine);

  std::vector<Cells> first_;  // of what was stored
  std::vector<Store> stores_;
};

}  // namespace clgauge::lens
