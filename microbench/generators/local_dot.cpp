#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// s += ta[ly][k] * tb[k][lx] over two staged tiles, between barriers: one local load that a row of
// work-items shares, one that differs along it, for each madd.
std::optional<MicroKernel> make_local_dot(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t tile = choice.integer("tile");
  const std::int64_t groups = choice.integer("groups");
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t items = groups * tile * tile;
  const std::int64_t madds = items * trips * tile;

  const std::string body = fmt::format(
      "  const int lx = get_local_id(0);\n  const int ly = get_local_id(1);\n"
      "  const int g = get_group_id(0) * {1} + ly * {0} + lx;\n"
      "  ta[ly * {0} + lx] = a[g];\n  tb[ly * {0} + lx] = b[g];\n  {2} s = 0;\n"
      "  for (int t = 0; t < trips; t++) {{\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    for (int k = 0; k < {0}; k++) s += ta[ly * {0} + k] * tb[k * {0} + lx];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n  }}\n  out[g] = s;\n",
      tile, tile * tile, c_type(dtype));

  Draft draft("local_dot");
  draft.input("a", dtype, 1, items, Fill::iota).input("b", dtype, 1, items, Fill::iota);
  draft.output("out", dtype, 1, items);
  draft.local_array("ta", dtype, tile * tile).local_array("tb", dtype, tile * tile);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(groups * tile, tile, tile, tile).work("madd", madds);
  draft.op("madd", dtype, madds).barriers(2 * items * trips);
  draft.access("a", "load", items).access("b", "load", items).access("out", "store", items);
  draft.access("ta", "store", items).access("tb", "store", items);
  draft.access("ta", "load", madds).access("tb", "load", madds);
  for (const std::int64_t g : {std::int64_t{0}, items - 1}) {
    const std::int64_t first = g / (tile * tile) * (tile * tile);
    const std::int64_t row = (g - first) / tile;
    const std::int64_t column = (g - first) % tile;
    double sum = 0;
    for (std::int64_t k = 0; k < tile; ++k) {
      sum +=
          iota_value(dtype, first + row * tile + k) * iota_value(dtype, first + k * tile + column);
    }
    draft.expect("out", g, static_cast<double>(trips) * sum, 100 * tolerance_of(dtype));
  }
  return draft.finish(body);
}

}  // namespace

Generator local_dot() {
  return {"local_dot",
          "dot products from two tiles in local memory, between barriers",
          {"local_dot", "lmem", "mix"},
          {{"dtype", {"float32", "float64"}},
           {"tile", {"8", "16"}, true},
           {"groups", {"64"}, true},
           {"trips", {"4", "16"}, true}},
          make_local_dot};
}

}  // namespace clgauge::microbench
