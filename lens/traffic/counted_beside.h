#pragma once

#include <latch>
#include <mutex>
#include <optional>

#include "lens/traffic/beside.h"
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
  ~CountedBeside();

  // Whether what loads meet among stores is counted here.
  [[nodiscard]] bool counts_conflicts() const { return counts_conflicts_; }

  // What touched_by_judged() says, and the neighbourhood of the judged groups. Throw what counting
  // them did.
  [[nodiscard]] const TouchedLines& touched();
  [[nodiscard]] const Neighbourhood& around();

  // Which have to outlive this.
  void know_pages(const Neighbourhood& around, const LineSet& pages);
  // Once the pages are known. The results are there then; throws what counting them did.
  void finish();

  [[nodiscard]] const HierarchyCounts& conflicts() const { return conflicts_; }
  // The lines that the judged groups store to.
  [[nodiscard]] const LineSet& stored() const { return stored_; }
  [[nodiscard]] const PassedPages& passed() const { return passed_; }

 private:
  void count();

  const SampledGroups& sample_;
  const HierarchyShape& shape_;
  const AccessTrace& warming_;
  bool counts_conflicts_;
  const Neighbourhood* pages_around_ = nullptr;
  const LineSet* pages_ = nullptr;
  std::latch pages_known_{1};
  std::once_flag is_touched_known_;  // by whichever thread comes to it first
  TouchedLines touched_;
  std::once_flag is_around_known_;  // likewise
  std::optional<Neighbourhood> around_;
  HierarchyCounts conflicts_;
  LineSet stored_;
  PassedPages passed_;
  Beside counting_;  // the last: it uses the others
};

}  // namespace clgauge::lens
