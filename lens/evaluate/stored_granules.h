#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Which parts of a range of memory a kernel has stored to, in the order of the first store to each:
// of all that it may store to, these few are what another state of the kernel differs in. Not
// thread-safe.
class StoredGranules {
 public:
  static constexpr std::uint64_t kBytes = 1024;

  // Of addresses [first, last), both multiples of kBytes.
  StoredGranules(std::uint64_t first, std::uint64_t last)
      : first_(first), is_stored_to_((last - first) / kBytes) {}

  // Within the range.
  void add(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t last = (address - first_ + (bytes == 0 ? 0 : bytes - 1)) / kBytes;
    for (std::uint64_t granule = (address - first_) / kBytes; granule <= last; ++granule) {
      if (is_stored_to_[granule] == 0) {
        is_stored_to_[granule] = 1;
        starts_.push_back(first_ + granule * kBytes);
      }
    }
  }
  void clear() {
    for (const std::uint64_t start : starts_) {
      is_stored_to_[(start - first_) / kBytes] = 0;
    }
    starts_.clear();
  }

  // Whether the kernel has stored to the granule of this address, in the range.
  [[nodiscard]] bool holds(std::uint64_t address) const {
    return is_stored_to_[(address - first_) / kBytes] != 0;
  }

  // The address of each.
  [[nodiscard]] const std::vector<std::uint64_t>& starts() const { return starts_; }

 private:
  std::uint64_t first_;
  std::vector<std::uint8_t> is_stored_to_;  // by granule
  std::vector<std::uint64_t> starts_;
};

}  // namespace clgauge::lens
