#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Reverses a tile over and over: each trip loads `moves` values, waits, stores them at the mirrored
// work-item's places, waits. An even number of trips restores the tile.
std::optional<MicroKernel> make_local_move(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t stride = choice.integer("lstride");
  const std::int64_t moves = choice.integer("moves");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t plane = group_size * stride;
  const std::string type = c_type(dtype);
  const std::string here = stride == 1 ? "l" : fmt::format("l * {}", stride);
  const std::string mirrored = stride == 1 ? fmt::format("{} - l", group_size - 1)
                                           : fmt::format("({} - l) * {}", group_size - 1, stride);

  std::string loads;
  std::string stores;
  std::string fill;
  for (std::int64_t i = 0; i < moves; ++i) {
    fill += fmt::format("  tile[{} + {}] = in[g];\n", here, i * plane);
    loads += fmt::format("    const {} v{} = tile[{} + {}];\n", type, i, here, i * plane);
    stores += fmt::format("    tile[{} + {}] = v{};\n", mirrored, i * plane, i);
  }
  const std::string body = fmt::format(
      "  const int g = get_global_id(0);\n  const int l = get_local_id(0);\n{}"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  for (int t = 0; t < trips; t++) {{\n{}    barrier(CLK_LOCAL_MEM_FENCE);\n{}"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n  }}\n  out[g] = tile[{} + {}];\n",
      fill, loads, stores, here, (moves - 1) * plane);

  const std::int64_t moved = items * trips * moves;
  Draft draft("local_move");
  draft.input("in", dtype, 1, items, Fill::iota).output("out", dtype, 1, items);
  draft.local_array("tile", dtype, plane * moves);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(items, group_size).work("local move", moved);
  draft.access("in", "load", items * moves).access("out", "store", items);
  draft.access("tile", "load", moved + items).access("tile", "store", moved + items * moves);
  draft.barriers(items * (2 * trips + 1));
  for (const std::int64_t g : {std::int64_t{0}, group_size / 3, items - 1}) {
    const std::int64_t l = g % group_size;
    const std::int64_t from = trips % 2 == 0 ? g : g - l + (group_size - 1 - l);
    draft.expect("out", g, iota_value(dtype, from), 0);
  }
  return draft.finish(body);
}

}  // namespace

Generator local_move() {
  return {"local_move",
          "moves within local memory, between barriers, by stride",
          {"local_move", "lmem"},
          {{"dtype", {"float32", "float64"}},
           {"lstride", {"1", "2", "8", "32"}, true},
           {"moves", {"1", "8"}, true},
           {"group_size", {"64", "256"}, true},
           {"groups", {"64"}, true},
           {"trips", {"8", "64"}, true}},
          make_local_move};
}

}  // namespace clgauge::microbench
