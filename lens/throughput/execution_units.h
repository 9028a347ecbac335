#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace clgauge::lens {

inline constexpr std::size_t kUnits = 64;  // bits of a mask
inline constexpr std::size_t kNoPipe = static_cast<std::size_t>(-1);

// Which units of a core are free, and how much each has had to do. Not thread-safe.
class ExecutionUnits {
 public:
  // `in_turn`: CoreShape's.
  explicit ExecutionUnits(std::uint64_t in_turn) : in_turn_(in_turn) {}

  // What was taken for so long is free again.
  void begin_cycle(double now) {
    now_ = now;
    for (std::uint64_t left = taken_; left != 0; left &= left - 1) {
      const auto unit = static_cast<std::size_t>(std::countr_zero(left));
      taken_ ^= std::uint64_t{free_at_[unit] <= now} << unit;
    }
  }

  [[nodiscard]] bool is_any_free(std::uint64_t units) const { return (units & ~taken_) != 0; }

  // From now on, one of these or exactly this one, which need not be free.
  void take_one_of(std::uint64_t units, unsigned cycles) {
    if (const std::size_t unit = free_unit(units); unit != kNoPipe) {
      take(unit, cycles);
      busy_[unit] += cycles;
    }
  }
  void take(std::size_t unit, unsigned cycles) {
    free_at_[unit] = now_ + cycles;
    taken_ |= std::uint64_t{cycles > 0} << unit;
  }

 private:
  // Of those that are free the one that had least to do: what can go anywhere leaves the only
  // divider alone. Jumps leave a unit that takes turns to those that have to wait for it.
  [[nodiscard]] std::size_t free_unit(std::uint64_t units) const {
    const std::uint64_t free = units & ~taken_;
    const std::uint64_t apart = free & ~in_turn_;
    return least_busy(apart != 0 ? apart : free);
  }

  [[nodiscard]] std::size_t least_busy(std::uint64_t units) const {
    std::size_t best = kNoPipe;
    for (std::uint64_t left = units; left != 0; left &= left - 1) {
      const auto unit = static_cast<std::size_t>(std::countr_zero(left));
      if (best == kNoPipe || busy_[unit] < busy_[best]) {
        best = unit;
      }
    }
    return best;
  }

  std::uint64_t in_turn_;
  double now_ = 0;
  std::uint64_t taken_ = 0;  // bits: units that are not free in this cycle
  std::array<double, kUnits> free_at_{};
  std::array<std::uint64_t, kUnits> busy_{};  // for so many cycles until now
};

}  // namespace clgauge::lens
