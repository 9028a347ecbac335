#include "lens/traffic/passed_pages.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "lens/traffic/divisor.h"

namespace clgauge::lens {

double passed_pages(const AccessTrace& trace, std::uint64_t page_bytes,
                    const std::function<bool(std::uint64_t page)>& counts) {
  const Divisor bytes(page_bytes);
  double sum = 0;
  for (const RepeatedPart& part : trace.repeated) {
    const std::size_t length = part.last - part.first;
    if (part.first < length) {
      continue;
    }
    std::unordered_map<std::uint64_t, std::uint64_t> steps;  // by page
    for (std::size_t i = part.first; i < part.last; ++i) {
      const Access& access = trace[i];
      const Access& before = trace[i - length];
      if (!access.is_cover && access.instruction == before.instruction) {
        const std::uint64_t step =
            std::max(access.address, before.address) - std::min(access.address, before.address);
        std::uint64_t& longest = steps[bytes.quotient(access.address)];
        longest = std::max(longest, std::min(step, page_bytes));
      }
    }
    for (const auto& [page, step] : steps) {
      if (step > 0 && counts(page)) {
        sum += static_cast<double>(part.times) * static_cast<double>(step) /
               static_cast<double>(page_bytes);
      }
    }
  }
  return sum;
}

}  // namespace clgauge::lens
