#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "lens/ptx/machine_cost.h"
#include "lens/simt/group_record.h"
#include "lens/simt/path.h"

namespace clgauge::lens::simt {

// Of the group that issues most of those that were walked.
struct LargestGroup {
  double busy_cycles = 0;
  double lines = 0;
  double local_passes = 0;
};

// What an average group of a launch does. Sub-groups' instructions, not work-items'.
struct GroupDemand {
  ptx::MachineCost cost;       // of all sub-groups
  double busy_cycles = 0;      // of one part that did all of it
  double private_sectors = 0;  // of private memory that is loaded or stored
  double lines = 0;
  double local_passes = 0;
  Requested stored;
  // Of the pieces of memory that are stored to: what has to be read, as only a part is stored.
  double read_to_store = 0;
  Requested first_missed;  // of the first group that a multiprocessor runs
  Requested missed;        // of those after it
  // The same of buffers that the first cache holds: no more than so many sectors in all.
  Requested first_kept;
  Requested kept;
  double kept_sectors = 0;
  double updates = 0;
  double barriers = 0;  // that sub-groups come to
  double local_updates = 0;
  double most_updates = 0;  // of the busiest slice of the second cache, by the launch
  // Of compare-and-exchange that is tried until it succeeds: how often it does at the busiest word,
  // by the launch; loads before a try; and how often a sub-group tries because others did.
  double most_successes = 0;
  double loads_of_try = 0;
  double tries_of_rivals = 0;
  double instructions = 0;
  // Of its slowest sub-group: where a multiprocessor is filled for the first time, and after that.
  Path first_path;
  Path path;
  Path longest_path;  // of any group that was walked
  LargestGroup largest;
  std::vector<double> block_runs;  // by sub-groups, of each block
};

struct LaunchShape {
  double groups = 1;
  double sub_groups = 1;  // of a group
  double resident = 1;    // groups that a multiprocessor has room for
  double multiprocessors = 1;
  // Of those of private memory: the part that goes between the first cache and the second, and the
  // pieces of memory beyond.
  double private_missed = 0;
  double private_memory = 0;
  double memory_sectors = 0;  // of a group: those that come from memory, and go there
  double memory_stored = 0;   // of these those that go there
  // Of a load that waits for the one before it: from the first cache, the second, from memory.
  // Those of an H200 where nothing was measured.
  std::array<double, 3> load_seconds{2.0e-8, 1.43e-7, 3.34e-7};
  double parts = 4;  // of a multiprocessor, with a scheduler and units of their own

  // Of the groups: those that the device has room for at once.
  [[nodiscard]] double resident_part() const {
    return std::min(1.0, resident * multiprocessors / groups);
  }
};

}  // namespace clgauge::lens::simt
