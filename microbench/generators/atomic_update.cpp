#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Atomic additions to one counter, to one for each group, or to one for each work-item.
std::optional<MicroKernel> make_atomic_update(const Choice& choice) {
  const std::string& target = choice.text("target");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t groups = choice.integer("groups");
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t items = groups * group_size;
  const std::int64_t counters = target == "same" ? 1 : target == "group" ? groups : items;
  const char* const place = target == "same"    ? "0"
                            : target == "group" ? "get_group_id(0)"
                                                : "get_global_id(0)";
  Draft draft("atomic_update");
  draft.output("counters", "int32", 1, counters, Fill::zero);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(items, group_size).work("atomic", items * trips);
  draft.op("atomic", "int32", items * trips);
  draft.access("counters", "load", items * trips).access("counters", "store", items * trips);
  const std::int64_t each = items * trips / counters;
  draft.expect("counters", 0, static_cast<double>(each), 0);
  draft.expect("counters", counters - 1, static_cast<double>(each), 0);
  return draft.finish(
      fmt::format("  for (int t = 0; t < trips; t++) atomic_add(&counters[{}], 1);\n", place));
}

}  // namespace

Generator atomic_update() {
  return {"atomic_update",
          "atomic additions in global memory, by how many work-items share a counter",
          {"atomic_update", "atomic"},
          {{"target", {"same", "group", "item"}},
           {"group_size", {"64"}, true},
           {"groups", {"64"}, true},
           {"trips", {"4", "32"}, true}},
          make_atomic_update};
}

}  // namespace clgauge::microbench
