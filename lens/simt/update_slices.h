#pragma once

#include <cstdint>
#include <map>

#include "lens/simt/group_record.h"

namespace clgauge::lens::simt {

// Atomic updates of memory by the groups of a launch, of which some are walked: how many the
// busiest slice of the second cache makes.
class UpdateSlices {
 public:
  // What a group does, which was not added before.
  void add(const GroupRecord& group);

  // `groups`: of the launch.
  [[nodiscard]] double of_busiest(double groups) const;

 private:
  struct Updates {
    UpdatesOfSector of_groups;
    unsigned groups = 0;
  };

  std::map<std::uint64_t, Updates> updates_;  // by sector
  double walked_ = 0;
};

}  // namespace clgauge::lens::simt
