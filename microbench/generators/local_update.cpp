#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Atomic additions in local memory: to one counter a group, or to one for each work-item.
std::optional<MicroKernel> make_local_update(const Choice& choice) {
  const bool is_same = choice.text("target") == "same";
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");
  Draft draft("local_update");
  draft.output("out", "int32", 1, items);
  draft.local_array("counters", "int32", group_size);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(items, group_size).work("atomic", items * trips);
  draft.op("atomic", "int32", items * trips);
  draft.access("counters", "load", items * (trips + 1));
  draft.access("counters", "store", items * (trips + 1)).access("out", "store", items);
  draft.barriers(2 * items);
  draft.expect("out", 0, static_cast<double>(is_same ? group_size * trips : trips), 0);
  draft.expect("out", items - 1, static_cast<double>(is_same ? 0 : trips), 0);
  return draft.finish(
      fmt::format("  const int g = get_global_id(0);\n  const int l = get_local_id(0);\n"
                  "  counters[l] = 0;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "  for (int t = 0; t < trips; t++) atomic_add(&counters[{}], 1);\n"
                  "  barrier(CLK_LOCAL_MEM_FENCE);\n  out[g] = counters[l];\n",
                  is_same ? "0" : "l"));
}

}  // namespace

Generator local_update() {
  return {"local_update",
          "atomic additions in local memory, by whether a group's work-items share a counter",
          {"local_update", "atomic", "lmem"},
          {{"target", {"same", "item"}},
           {"group_size", {"64", "256"}, true},
           {"groups", {"64"}, true},
           {"trips", {"8", "32"}, true}},
          make_local_update};
}

}  // namespace clgauge::microbench
