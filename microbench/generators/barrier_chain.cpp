#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Barriers with `live` private values that must survive them: CPU drivers run the work-items of a
// group one after another between barriers and keep such values in memory.
std::optional<MicroKernel> make_barrier_chain(const Choice& choice) {
  const std::int64_t live = choice.text("live") == "0" ? 0 : choice.integer("live");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");

  std::string declarations;
  std::string updates;
  std::string sum = "seed";
  for (std::int64_t i = 0; i < live; ++i) {
    declarations += fmt::format("  float x{} = seed + {}.0f;\n", i, i + 1);
    updates += fmt::format("    x{0} = x{0} * a + 1.0f;\n", i);
    sum += fmt::format(" + x{}", i);
  }
  const std::string body = fmt::format(
      "  const int g = get_global_id(0);\n  const float seed = in[g];\n{}"
      "  for (int t = 0; t < trips; t++) {{\n    barrier(CLK_LOCAL_MEM_FENCE);\n{}  }}\n"
      "  out[g] = {};\n",
      declarations, updates, sum);

  Draft draft("barrier_chain");
  draft.input("in", "float32", 1, items, Fill::one).output("out", "float32", 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips)).scalar("a", "float32", 1);
  draft.range(items, group_size).work("barrier", items * trips).barriers(items * trips);
  draft.access("in", "load", items).access("out", "store", items);
  draft.op("add", "float32", 2 * live * items).op("madd", "float32", live * trips * items);
  const std::int64_t sum_of_starts = live * (live + 1) / 2;
  const auto expected = static_cast<double>(1 + live * (1 + trips) + sum_of_starts);
  draft.expect("out", 0, expected, tolerance_of("float32"));
  draft.expect("out", items - 1, expected, tolerance_of("float32"));
  return draft.finish(body);
}

}  // namespace

Generator barrier_chain() {
  return {"barrier_chain",
          "barriers by group size and by the number of private values that live across them",
          {"barrier_chain", "barrier", "sync"},
          {{"live", {"0", "4", "16"}, true},
           {"group_size", {"16", "64", "256"}, true},
           {"groups", {"64"}, true},
           {"trips", {"8", "64"}, true}},
          make_barrier_chain};
}

}  // namespace clgauge::microbench
