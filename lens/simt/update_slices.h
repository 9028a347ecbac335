#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/simt/first_cache.h"
#include "lens/simt/group_record.h"

namespace clgauge::lens::simt {

// Atomic updates of memory by the groups of a launch, of which some are walked: how many the
// busiest slice of the second cache makes.
//
// Compare-and-exchange that is tried until it succeeds: each success makes all that try at the same
// word try again, so that a word is tried at about as often as it has successes, times those that
// try at the same time.
class UpdateSlices {
 public:
  explicit UpdateSlices(const EvaluatedLaunch& launch);

  // What a group does, which was not added before.
  void add(const GroupRecord& group);

  struct Busiest {
    double updates = 0;  // of a slice
    // Of a word that is tried at; no two of them go on at the same time.
    double successes = 0;
    double loads_of_try = 0;
    // Of a sub-group, since others tried at its lanes' words: it goes on when its last lane has
    // succeeded, and each other sub-group is in its way but once.
    double tries_of_rivals = 0;
  };
  // `groups`: of the launch; `resident_part`: of these, at once.
  [[nodiscard]] Busiest of_launch(double groups, double resident_part) const;

 private:
  struct Updates {
    UpdatesOfSector of_groups;
    unsigned groups = 0;
  };
  [[nodiscard]] double words_around(std::uint64_t sector) const;

  std::vector<Extent> buffers_;
  std::map<std::uint64_t, Updates> updates_;  // by sector
  double walked_ = 0;
  double sub_groups_ = 0;
  GroupRecord::Counts tried_;  // of those that were walked
};

}  // namespace clgauge::lens::simt
