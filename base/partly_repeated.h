#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clgauge {

// The elements [first, last) of a sequence stand for `times` more stretches like them, which would
// come next and are not in it.
struct RepeatedPart {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint64_t times = 0;
};

// What happened, in order, but for stretches that were found to repeat what was before them.
template <typename Element>
struct PartlyRepeated : std::vector<Element> {
  using std::vector<Element>::vector;

  std::vector<RepeatedPart> repeated;  // ascending, apart from each other

  void clear() {
    std::vector<Element>::clear();
    repeated.clear();
  }

  // With those that are not in it.
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = this->size();
    for (const RepeatedPart& part : repeated) {
      sum += part.times * (part.last - part.first);
    }
    return sum;
  }

  // Calls visit(elements, times) for all parts in order: how many of such parts each stands for,
  // itself included.
  template <typename Visit>
  void each_part(const Visit& visit) const {
    const std::span<const Element> all(*this);
    std::size_t at = 0;
    for (const RepeatedPart& part : repeated) {
      visit(all.subspan(at, part.first - at), std::uint64_t{1});
      visit(all.subspan(part.first, part.last - part.first), 1 + part.times);
      at = part.last;
    }
    visit(all.subspan(at), std::uint64_t{1});
  }
};

}  // namespace clgauge
