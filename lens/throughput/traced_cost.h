#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "lens/throughput/group_cost.h"
#include "lens/throughput/loop_passes.h"
#include "lens/throughput/sequence_cost.h"
#include "lens/throughput/traced_path.h"

namespace clgauge::lens {

// A work-group that runs this way, on a simulated out-of-order core: jump by jump, each result
// waited for where it is made. That says what group_cost() has to guess of loops where rounds go
// several ways, wait for entries before, or hand results on by an index or through functions. A few
// parts of a long path stand for the rest. Of `counts`, what is handed on through memory and what
// is not foreseen. `costs` has to outlive it. Not thread-safe.
class SimulatedPath {
 public:
  SimulatedPath(SequenceCosts& costs, TracedPath path, const PassCounts& counts);

  // How many times as long as group_cost() says, `ruled`, a launch's average group takes, where its
  // blocks do as the path's, and those that the path does not show as it says. 1 for a path of
  // nothing.
  [[nodiscard]] double part(const GroupCost& ruled);

  // How much longer it takes where some loads are late, as a part of what group_cost() says.
  [[nodiscard]] double wait(const LateLoads& late);

 private:
  // Places in the path: those from `first` on are counted.
  struct Part {
    std::size_t warm_up = 0;
    std::size_t first = 0;
    std::size_t last = 0;
  };

  struct Place {
    Part part;
    std::vector<double> cycles;  // by block
  };

  void count_passes();
  // By block, what group_cost() says of a part.
  [[nodiscard]] std::vector<double> cycles_by_block(const Part& part) const;
  [[nodiscard]] double cycles_of(const Part& part) const;
  // What a part takes at least for spilled values, which the simulated core does not know.
  [[nodiscard]] double spilled_cycles(const Part& part) const;
  // By block, between these places.
  [[nodiscard]] std::map<std::uint32_t, std::size_t> passes_of(std::size_t first,
                                                               std::size_t last) const;
  [[nodiscard]] std::size_t place_of(std::size_t instructions) const;
  // Of so many. All of a path that is not longer than they are is counted but for what fills the
  // core.
  [[nodiscard]] Part part_at(std::size_t number, std::size_t of) const;
  // The parts, in the order of their turns, and others.
  [[nodiscard]] std::vector<Place> places() const;
  // The part whose turn it is, or another place that shows more of what a launch spends its cycles
  // with. `shown`: cycles by block that were counted before.
  [[nodiscard]] static std::size_t place_to_show(const GroupCost& ruled,
                                                 const std::vector<Place>& places,
                                                 std::size_t usual,
                                                 const std::vector<double>& shown);
  // Where the outermost loop goes round next that does so more than once in a part: the parts of a
  // regular path are the same then, and so are those of another size, which is answered at once.
  [[nodiscard]] std::size_t head_of_round(std::size_t from) const;

  SequenceCosts& costs_;
  TracedPath path_;                      // long enough
  PassCounts counts_;                    // of the path
  std::vector<std::size_t> until_{0};    // by place: instructions before it
  std::vector<double> cycles_until_{0};  // the same of what group_cost() says
  GroupCost cost_;
};

}  // namespace clgauge::lens
