#include "lens/traffic/passed_pages.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "lens/traffic/crowding.h"
#include "lens/traffic/divisor.h"

namespace clgauge::lens {

namespace {

// Of a round of a repeated part, an access that goes on furthest of those to its page.
struct Passing {
  std::uint64_t address = 0;
  std::uint64_t step = 0;  // from round to round, in bytes
  bool goes_down = false;
};

std::unordered_map<std::uint64_t, Passing> passings_of(const AccessTrace& trace,
                                                       const RepeatedPart& part,
                                                       const Divisor& page_bytes) {
  std::unordered_map<std::uint64_t, Passing> passings;  // by page
  const std::size_t length = part.last - part.first;
  if (part.first < length) {
    return passings;
  }
  for (std::size_t i = part.first; i < part.last; ++i) {
    const Access& access = trace[i];
    const Access& before = trace[i - length];
    if (!access.is_cover && access.instruction == before.instruction) {
      const bool goes_down = access.address < before.address;
      const std::uint64_t step =
          goes_down ? before.address - access.address : access.address - before.address;
      Passing& longest = passings[page_bytes.quotient(access.address)];
      if (step >= longest.step) {
        longest = {access.address, step, goes_down};
      }
    }
  }
  return passings;
}

// Calls visit(page) for those that it passes, `most` of them at most.
template <typename Visit>
void pass(const Passing& passing, std::uint64_t times, const Divisor& page_bytes,
          std::uint64_t most, const Visit& visit) {
  const std::uint64_t step = std::max(passing.step, page_bytes.value());
  const std::uint64_t pages = std::min(most, times * passing.step / step);
  for (std::uint64_t i = 1; i <= pages; ++i) {
    visit(page_bytes.quotient(passing.goes_down ? passing.address - i * step
                                                : passing.address + i * step));
  }
}

}  // namespace

double passed_pages(const AccessTrace& trace, std::uint64_t page_bytes,
                    const std::function<bool(std::uint64_t page)>& counts) {
  const Divisor bytes(page_bytes);
  double sum = 0;
  for (const RepeatedPart& part : trace.repeated) {
    for (const auto& [page, passing] : passings_of(trace, part, bytes)) {
      if (passing.step > 0 && counts(page)) {
        sum += static_cast<double>(part.times) *
               static_cast<double>(std::min(passing.step, page_bytes)) /
               static_cast<double>(page_bytes);
      }
    }
  }
  return sum;
}

double crowding_of_passed(const AccessTrace& trace, const std::vector<std::uint64_t>& others,
                          const CacheShape& tlb) {
  const Divisor page_bytes(tlb.line_bytes);
  // Where there are many more than the TLB holds all are lost, whatever sets they share.
  const std::uint64_t most = 4 * tlb.capacity_bytes / tlb.line_bytes;
  std::vector<std::uint64_t> pages = others;
  for (const RepeatedPart& part : trace.repeated) {
    for (const auto& [page, passing] : passings_of(trace, part, page_bytes)) {
      const std::uint64_t left = most - std::min<std::uint64_t>(most, pages.size());
      pass(passing, part.times, page_bytes, left,
           [&pages](std::uint64_t passed) { pages.push_back(passed); });
    }
  }
  std::ranges::sort(pages);
  pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
  const CacheSimulator sets(tlb);
  std::vector<double> by_set(sets.sets());
  for (const std::uint64_t page : pages) {
    ++by_set[sets.set_of(page)];
  }
  return crowding_of(by_set);
}

}  // namespace clgauge::lens
