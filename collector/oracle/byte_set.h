#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace clgauge::collector {

// The set of byte offsets of one array that a launch touched: a bitmap in pages, so that sparse
// offsets cost no more than the pages that they fall into.
class ByteSet {
 public:
  void insert(std::int64_t offset, std::int64_t bytes);

  // Aligned units of `unit` bytes of which at least one byte is in the set.
  [[nodiscard]] std::int64_t count_units(std::int64_t unit) const;

  // The highest offset plus one; 0 for an empty set.
  [[nodiscard]] std::int64_t end() const { return end_; }
  // The lowest offset; 0 for an empty set. Negative when the kernel reads before its array.
  [[nodiscard]] std::int64_t begin() const { return empty_ ? 0 : begin_; }

 private:
  static constexpr std::int64_t kPageBytes = 4096;
  using Page = std::array<std::uint64_t, kPageBytes / 64>;

  Page& page(std::int64_t number);

  std::unordered_map<std::int64_t, std::unique_ptr<Page>> pages_;
  std::int64_t last_number_ = 0;
  Page* last_page_ = nullptr;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
  bool empty_ = true;
};

}  // namespace clgauge::collector
