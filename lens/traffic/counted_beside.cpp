#include "lens/traffic/counted_beside.h"

#include <cstddef>
#include <utility>

#include "lens/traffic/simulated_groups.h"

namespace clgauge::lens {
namespace {

// Fewer accesses are simulated before a thread has woken up.
constexpr std::size_t kWorthASecondThread = 16384;

}  // namespace

CountedBeside::CountedBeside(const SampledGroups& sample, const HierarchyShape& shape,
                             const AccessTrace& warming, SecondThread* second)
    : sample_(sample),
      shape_(shape),
      warming_(warming),
      touched_(shape.l1.line_bytes),
      stored_(shape.l1.line_bytes) {
  std::size_t accesses = 0;
  for (std::size_t g = sample.first_counted(); g < sample.consecutive.size(); ++g) {
    accesses += sample.consecutive[g].size();
  }
  if (second != nullptr && accesses >= kWorthASecondThread &&
      second->start([this] { count(true); })) {
    second_ = second;
  }
}

const LineSet& CountedBeside::touched() {
  std::call_once(is_touched_known_,
                 [this] { touched_ = touched_by_judged(sample_, shape_.l1.line_bytes); });
  return touched_;
}

void CountedBeside::know_pages(const Neighbourhood& around, const LineSet& pages) {
  around_ = &around;
  pages_ = &pages;
  pages_known_.count_down();
}

void CountedBeside::finish() {
  if (second_ == nullptr) {
    count(false);
  }
  wait();
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

void CountedBeside::count(bool is_beside) noexcept {
  if (is_beside) {
    try {
      (void)touched();
    } catch (...) {  // whoever asks for them meets it again
    }
  }
  try {
    if (is_beside) {
      conflicts_ = conflicts_of(sample_, shape_, warming_);
    }
    stored_ = stored_by_judged(sample_, shape_.l1.line_bytes);
  } catch (...) {
    failure_ = std::current_exception();
  }
  pages_known_.wait();
  try {
    if (pages_ != nullptr && !failure_) {
      passed_ = passed_pages_of(sample_, *around_, *pages_, shape_.tlb1.line_bytes);
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void CountedBeside::wait() {
  if (second_ != nullptr) {
    if (pages_ == nullptr) {  // nobody will know them
      pages_known_.count_down();
    }
    std::exchange(second_, nullptr)->wait();
  }
}

}  // namespace clgauge::lens
