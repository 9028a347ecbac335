#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Knuth's multiplicative hash, as in scattered_load.
constexpr std::uint32_t kGatherMultiplier = 2654435761U;
constexpr unsigned kGatherShift = 5;

// Loads from hashed places in a loop of each work-item: long enough for a GPU.
std::optional<MicroKernel> make_loop_gather(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t table = choice.integer("table");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");
  if ((table & (table - 1)) != 0 || table > (1 << 26)) {
    return std::nullopt;
  }
  Draft draft("loop_gather");
  draft.input("a", dtype, 1, table, Fill::iota).output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(items, group_size).work("load", items * trips);
  draft.access("a", "load", items * trips).access("out", "store", items);
  draft.op("add", dtype, items * trips);
  for (const std::int64_t g : {std::int64_t{0}, items / 2 + 1, items - 1}) {
    double sum = 0;
    for (std::int64_t t = 0; t < trips; ++t) {
      const std::uint32_t hash =
          static_cast<std::uint32_t>(g * trips + t) * kGatherMultiplier >> kGatherShift;
      sum += iota_value(dtype, hash & static_cast<std::uint32_t>(table - 1));
    }
    draft.expect("out", g, sum, tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const uint g = get_global_id(0);\n"
                  "  {} s = 0;\n"
                  "  for (int t = 0; t < trips; t++) s += a[((g * trips + t) * {}u >> {}) & {}u];\n"
                  "  out[g] = s;\n",
                  c_type(dtype), kGatherMultiplier, kGatherShift, table - 1));
}

}  // namespace

Generator loop_gather() {
  return {"loop_gather",
          "loads from hashed places in each work-item's own loop: a line and a page each",
          {"loop_gather", "gmem", "gpu"},
          {{"dtype", {"float32", "float64"}},
           {"table", {"65536", "2097152", "33554432"}, true},
           {"group_size", {"256"}, true},
           {"groups", {"64"}, true},
           {"trips", {"4"}, true}},
          make_loop_gather};
}

}  // namespace clgauge::microbench
