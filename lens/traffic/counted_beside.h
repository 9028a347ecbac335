#pragma once

#include <exception>
#include <latch>
#include <mutex>

#include "lens/traffic/launch_traffic.h"
#include "lens/traffic/line_set.h"
#include "lens/traffic/neighbourhood.h"
#include "lens/traffic/reuse_distances.h"
#include "lens/traffic/second_thread.h"

namespace clgauge::lens {

// What of a launch's traffic is counted beside the simulation, on a second thread if there is one.
// For one thread.
class CountedBeside {
 public:
  // All of them have to outlive this; `second` may be null.
  CountedBeside(const SampledGroups& sample, const HierarchyShape& shape,
                const AccessTrace& warming, SecondThread* second);
  CountedBeside(const CountedBeside&) = delete;
  CountedBeside& operator=(const CountedBeside&) = delete;
  ~CountedBeside() { wait(); }

  // Whether what loads meet among stores is counted here.
  [[nodiscard]] bool counts_conflicts() const { return second_ != nullptr; }

  // What touched_by_judged() says. Throws what counting it did.
  [[nodiscard]] const LineSet& touched();

  // Which have to outlive this.
  void know_pages(const Neighbourhood& around, const LineSet& pages);
  // Once the pages are known. The results are there then; throws what counting them did.
  void finish();

  [[nodiscard]] const HierarchyCounts& conflicts() const { return conflicts_; }
  // The lines that the judged groups store to.
  [[nodiscard]] const LineSet& stored() const { return stored_; }
  [[nodiscard]] const PassedPages& passed() const { return passed_; }

 private:
  void count(bool is_beside) noexcept;
  void wait();

  const SampledGroups& sample_;
  const HierarchyShape& shape_;
  const AccessTrace& warming_;
  SecondThread* second_ = nullptr;  // while it counts
  const Neighbourhood* around_ = nullptr;
  const LineSet* pages_ = nullptr;
  std::latch pages_known_{1};
  std::once_flag is_touched_known_;  // by whichever thread comes to it first
  LineSet touched_;
  HierarchyCounts conflicts_;
  LineSet stored_;
  PassedPages passed_;
  std::exception_ptr failure_;
};

}  // namespace clgauge::lens
