#include "collector/oracle/byte_set.h"

#include <algorithm>
#include <set>

namespace clgauge::collector {
namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

ByteSet::Page& ByteSet::page(std::int64_t number) {
  if (last_page_ != nullptr && last_number_ == number) return *last_page_;
  std::unique_ptr<Page>& found = pages_[number];
  if (!found) found = std::make_unique<Page>();
  last_number_ = number;
  last_page_ = found.get();
  return *found;
}

void ByteSet::insert(std::int64_t offset, std::int64_t bytes) {
  if (bytes <= 0) return;
  begin_ = empty_ ? offset : std::min(begin_, offset);
  end_ = empty_ ? offset + bytes : std::max(end_, offset + bytes);
  empty_ = false;
  while (bytes > 0) {
    const std::int64_t number = floor_divide(offset, kPageBytes);
    const std::int64_t inside = offset - number * kPageBytes;
    const std::int64_t bit = inside % 64;
    const std::int64_t run = std::min(bytes, 64 - bit);
    const std::uint64_t mask = run == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << run) - 1;
    page(number)[static_cast<std::size_t>(inside / 64)] |= mask << bit;
    offset += run;
    bytes -= run;
  }
}

std::int64_t ByteSet::count_units(std::int64_t unit) const {
  // A unit that crosses pages (a struct of 12 bytes) must count once: collect unit numbers there.
  std::int64_t count = 0;
  std::set<std::int64_t> crossing;
  const bool pages_hold_whole_units = kPageBytes % unit == 0;
  for (const auto& [number, page] : pages_) {
    std::int64_t last = -1;
    bool any = false;
    for (std::int64_t i = 0; i < kPageBytes; ++i) {
      const std::uint64_t word = (*page)[static_cast<std::size_t>(i / 64)];
      if (word == 0) {
        i += 63 - i % 64;
        continue;
      }
      if (((word >> (i % 64)) & 1U) == 0) continue;
      const std::int64_t index = floor_divide(number * kPageBytes + i, unit);
      if (any && index == last) continue;
      any = true;
      last = index;
      const bool crosses =
          !pages_hold_whole_units &&
          (index * unit < number * kPageBytes || (index + 1) * unit > (number + 1) * kPageBytes);
      if (crosses) {
        crossing.insert(index);
      } else {
        ++count;
      }
    }
  }
  return count + static_cast<std::int64_t>(crossing.size());
}

}  // namespace clgauge::collector
