#include "collector/kernel/byte_ranges.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace clgauge::collector {
namespace {

constexpr std::size_t kMostRanges = std::size_t{1} << 24U;

}  // namespace

void ByteRanges::normalise() {
  std::sort(ranges_.begin(), ranges_.end());
  std::size_t last = 0;
  for (std::size_t i = 1; i < ranges_.size(); ++i) {
    if (ranges_[i].first <= ranges_[last].second) {
      ranges_[last].second = std::max(ranges_[last].second, ranges_[i].second);
    } else {
      ranges_[++last] = ranges_[i];
    }
  }
  if (!ranges_.empty()) ranges_.resize(last + 1);
}

void ByteRanges::repeat(std::int64_t stride, std::int64_t copies) {
  if (copies <= 0) ranges_.clear();
  if (copies <= 1 || stride == 0 || ranges_.empty()) return;
  if (stride < 0) {  // the same set, told from its other end
    for (auto& [begin, end] : ranges_) {
      begin += stride * (copies - 1);
      end += stride * (copies - 1);
    }
    stride = -stride;
  }
  if (ranges_.size() == 1 && stride <= ranges_.front().second - ranges_.front().first) {
    ranges_.front().second += stride * (copies - 1);
    return;
  }
  if (static_cast<std::size_t>(copies) > kMostRanges / ranges_.size()) {
    throw Error(ErrorKind::unsupported,
                "a work-group touches more than 2^24 separate pieces of an array, too many to look "
                "at one by one: use smaller sizes");
  }
  const std::size_t original = ranges_.size();
  ranges_.reserve(original * static_cast<std::size_t>(copies));
  for (std::int64_t copy = 1; copy < copies; ++copy) {
    for (std::size_t i = 0; i < original; ++i) {
      ranges_.emplace_back(ranges_[i].first + copy * stride, ranges_[i].second + copy * stride);
    }
  }
  normalise();
}

void ByteRanges::add(const ByteRanges& other) {
  ranges_.insert(ranges_.end(), other.ranges_.begin(), other.ranges_.end());
  normalise();
}

std::int64_t ByteRanges::count() const {
  std::int64_t bytes = 0;
  for (const auto& [begin, end] : ranges_) bytes += end - begin;
  return bytes;
}

std::int64_t ByteRanges::count_lines(std::int64_t line_bytes) const {
  std::int64_t lines = 0;
  std::int64_t next =
      std::numeric_limits<std::int64_t>::min();  // the first that is not counted yet
  for (const auto& [begin, end] : ranges_) {
    const std::int64_t first = std::max(floor_divide(begin, line_bytes), next);
    const std::int64_t last = floor_divide(end - 1, line_bytes);
    if (last < first) continue;
    lines += last - first + 1;
    next = last + 1;
  }
  return lines;
}

}  // namespace clgauge::collector
