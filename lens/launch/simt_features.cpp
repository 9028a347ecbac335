#include "lens/launch/simt_features.h"

#include <algorithm>
#include <cmath>

namespace clgauge::lens {

using simt::GroupDemand;
using simt::LaunchShape;
using simt::Path;
using simt::Requested;

LensFeatures simt_features(const GroupDemand& demand, const LaunchShape& launch) {
  const double groups = std::ceil(launch.groups / launch.multiprocessors);  // of the busiest one
  const double resident = std::min(groups, launch.resident);
  const double rounds = std::max(1.0, groups / launch.resident);
  // Sub-groups are dealt out to the parts one by one, and the fullest part is the last.
  const double sub_groups = resident * launch.sub_groups;
  const double uneven = std::ceil(sub_groups / launch.parts) * launch.parts / sub_groups;
  const double of_part = groups * uneven / launch.parts;
  // The multiprocessor that has the largest group has average ones beside it; while it is at that,
  // others take over what would follow.
  const auto busiest = [&](double of_group, double of_largest) {
    return std::max(groups * of_group, of_largest + (resident - 1) * of_group);
  };
  LensFeatures features;
  const auto put = [&](const char* name, double count) {
    features[std::string("f_lens_simt_") + name] = count;
  };
  put("groups", launch.groups);
  put("busiest_groups", groups);
  put("rounds", rounds);
  put("resident_sub_groups", sub_groups);
  put("instructions", groups * demand.instructions);
  const double busy = of_part / groups * busiest(demand.busy_cycles, demand.largest.busy_cycles);
  put("busy_cycles", busy);
  // Of one of its sub-groups, which goes its way, and of those beside it.
  const double own = busy / std::ceil(sub_groups / launch.parts);
  put("own_cycles", own);
  put("hiding_cycles", busy - own);
  put("issued", of_part * demand.cost.issue);
  put("float32", of_part * demand.cost.fp32);
  put("multiply", of_part * demand.cost.multiply);
  put("integer", of_part * demand.cost.integer);
  put("float64", of_part * demand.cost.fp64);
  put("special", of_part * demand.cost.special);
  put("converted", of_part * demand.cost.conversions);
  put("dispatched", of_part * demand.cost.dispatch);
  // A multiprocessor of an H200 takes 0.5 ns for a line that is stored to and 0.2 for each sector,
  // where a pass is 0.53: measured with 16 of 132 at work, or the second cache is what limits it.
  constexpr double kPassesOfStoredLine = 0.95;
  constexpr double kPassesOfStoredSector = 0.37;
  put("lines", busiest(demand.lines, demand.largest.lines) +
                   groups * (kPassesOfStoredLine * demand.stored.lines +
                             kPassesOfStoredSector * demand.stored.sectors));
  put("private", groups * demand.private_sectors);
  put("local", busiest(demand.local_passes, demand.largest.local_passes));
  put("barriers", groups * demand.barriers);
  put("local_updates", groups * demand.local_updates);
  const double private_sectors = launch.private_missed * demand.private_sectors;
  // What a multiprocessor loads of buffers that it keeps, in so many groups.
  const auto kept = [&](double of_first, double of_next, double count) {
    const double sectors = demand.first_kept.sectors + (count - 1) * demand.kept.sectors;
    const double share = sectors > demand.kept_sectors ? demand.kept_sectors / sectors : 1;
    return share * (of_first + (count - 1) * of_next);
  };
  // Of the busiest multiprocessor, and of all.
  const auto missed = [&](double Requested::*count) {
    return demand.first_missed.*count + (groups - 1) * demand.missed.*count +
           kept(demand.first_kept.*count, demand.kept.*count, groups);
  };
  const double at_work = std::min(launch.groups, launch.multiprocessors);
  const auto all_missed = [&](double Requested::*count) {
    return at_work * demand.first_missed.*count + (launch.groups - at_work) * demand.missed.*count +
           at_work * kept(demand.first_kept.*count, demand.kept.*count, launch.groups / at_work);
  };
  constexpr double kLinesOfSector =
      static_cast<double>(simt::kSectorBytes) / static_cast<double>(simt::kLineBytes);
  put("sectors", missed(&Requested::sectors) + groups * private_sectors);
  put("requests", missed(&Requested::lines) + groups * private_sectors * kLinesOfSector);
  put("stored_sectors", groups * demand.stored.sectors);
  put("stored_requests", groups * demand.stored.lines);
  put("all_sectors", all_missed(&Requested::sectors) + launch.groups * private_sectors);
  put("all_stored_sectors", launch.groups * demand.stored.sectors);
  put("all_stored_requests", launch.groups * demand.stored.lines);
  put("all_requests",
      all_missed(&Requested::lines) + launch.groups * private_sectors * kLinesOfSector);
  put("memory_sectors",
      launch.groups * (launch.memory_sectors + launch.memory_stored * demand.read_to_store +
                       launch.private_memory * demand.private_sectors));
  put("updates", launch.groups * demand.updates);
  put("most_updates", demand.most_updates);
  // Groups that fill a multiprocessor for the first time find nothing in its cache.
  Path all_rounds;
  all_rounds.add(demand.first_path);
  all_rounds.add(demand.path, rounds - 1);
  if (demand.longest_path.total_cycles > all_rounds.total_cycles) {
    all_rounds = demand.longest_path;  // it goes on when all others are done
  }
  const auto& path = all_rounds.parts;
  const double path_cycles = path[Path::cycles] + simt::kLocalCycles * path[Path::local_loads] +
                             simt::kBarrierCycles * path[Path::barriers];
  put("path_cycles", path_cycles);
  put("stalled_cycles", std::max(0.0, path_cycles - own));
  put("path_local", path[Path::local_loads]);
  put("path_loads", path[Path::loads]);
  put("path_second_cache", path[Path::second_cache]);
  put("path_memory", path[Path::memory]);
  // What an update finds comes back after 1.5 times what a load of the second cache takes (298 ns
  // on an H200).
  constexpr double kLoadsOfUpdate = 1.5;
  const double tries = path[Path::tries] +
                       rounds * demand.tries_of_rivals * (1 + demand.loads_of_try / kLoadsOfUpdate);
  put("path_load_seconds",
      (kLoadsOfUpdate * launch.load_seconds[1] * (path[Path::updates] + tries) +
       launch.load_seconds[0] * path[Path::loads] +
       (launch.load_seconds[1] - launch.load_seconds[0]) * path[Path::second_cache] +
       (launch.load_seconds[2] - launch.load_seconds[1]) * path[Path::memory]));
  // One success after the other takes 0.25 us, whether a load goes before each try or not.
  constexpr double kLoadsOfSuccess = 1.3;
  put("tried_seconds", demand.most_successes * launch.load_seconds[1] * kLoadsOfSuccess);
  put("path_barriers", path[Path::barriers]);
  return features;
}

const std::vector<std::string>& simt_feature_names() {
  static const std::vector<std::string> names = names_of(simt_features({}, {}));
  return names;
}

}  // namespace clgauge::lens
