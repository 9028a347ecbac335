#include "lens/traffic/counted_beside.h"

#include <cstddef>
#include <utility>

#include "lens/traffic/simulated_groups.h"

namespace clgauge::lens {
namespace {

// Fewer accesses are simulated before a thread has woken up.
constexpr std::size_t kWorthASecondThread = 16384;

bool are_many(const SampledGroups& sample) {
  std::size_t accesses = 0;
  for (std::size_t g = sample.first_counted(); g < sample.consecutive.size(); ++g) {
    accesses += sample.consecutive[g].size();
  }
  return accesses >= kWorthASecondThread;
}

}  // namespace

CountedBeside::CountedBeside(const SampledGroups& sample, const HierarchyShape& shape,
                             const AccessTrace& warming, SecondThread* second)
    : sample_(sample),
      shape_(shape),
      warming_(warming),
      counts_conflicts_(second != nullptr && are_many(sample)),
      touched_{LineSet(shape.l1.line_bytes)},
      stored_(shape.l1.line_bytes),
      counting_(counts_conflicts_ ? second : nullptr, [this] { count(); }) {}

CountedBeside::~CountedBeside() {
  if (pages_ == nullptr) {  // nobody will know them
    pages_known_.count_down();
  }
}

const TouchedLines& CountedBeside::touched() {
  std::call_once(is_touched_known_, [this] {
    touched_ = touched_by_judged(sample_, shape_.l1.line_bytes, shape_.l2.classes());
  });
  return touched_;
}

const Neighbourhood& CountedBeside::around() {
  std::call_once(is_around_known_, [this] { around_.emplace(sample_, shape_.l1.line_bytes); });
  return *around_;
}

void CountedBeside::know_pages(const Neighbourhood& around, const LineSet& pages) {
  pages_around_ = &around;
  pages_ = &pages;
  pages_known_.count_down();
}

void CountedBeside::finish() { counting_.finish(); }

void CountedBeside::count() {
  if (counts_conflicts_) {
    (void)touched();
    (void)around();
    conflicts_ = conflicts_of(sample_, shape_, warming_);
  }
  stored_ = stored_by_judged(sample_, shape_.l1.line_bytes);
  pages_known_.wait();
  if (pages_ != nullptr) {
    passed_ = passed_pages_of(sample_, *pages_around_, *pages_, shape_.tlb2);
  }
}

}  // namespace clgauge::lens
