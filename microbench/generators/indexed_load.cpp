#include <fmt/format.h>

#include <string>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Sums of a table's elements that a list names, as products with sparse matrices make them: the
// list, and weights beside it, by rows, a work-item each, or by columns.
std::optional<MicroKernel> make_indexed_load(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const bool is_row = choice.text("walk") == "row";
  const bool is_weighted = choice.text("weights") == "list";
  const std::int64_t table = choice.integer("table");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
  if (items % group_size != 0) {
    return std::nullopt;
  }
  const std::int64_t loads = items * trips;
  Draft draft("indexed_load");
  draft.input("a", dtype, 1, table, Fill::one).places("list", loads, table);
  if (is_weighted) {
    draft.input("w", dtype, 1, loads, Fill::one);
  }
  draft.output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("n", "int32", static_cast<double>(items));
  draft.range(items, group_size).work("load", loads);
  draft.access("a", "load", loads).access("list", "load", loads);
  if (is_weighted) {
    draft.access("w", "load", loads);
  }
  draft.access("out", "store", items).op(is_weighted ? "madd" : "add", dtype, loads);
  for (const std::int64_t g : {std::int64_t{0}, items - 1}) {
    draft.expect("out", g, static_cast<double>(trips), tolerance_of(dtype));
  }
  return draft.finish(fmt::format(
      "  const int g = get_global_id(0);\n"
      "  {} s = 0;\n"
      "  for (int t = 0; t < trips; t++) {{\n"
      "    const int k = {};\n"
      "    s += {}a[list[k]];\n"
      "  }}\n"
      "  out[g] = s;\n",
      c_type(dtype), is_row ? "g * trips + t" : "t * n + g", is_weighted ? "w[k] * " : ""));
}

}  // namespace

Generator indexed_load() {
  return {"indexed_load",
          "loads from places that a list names, in each work-item's own loop, with weights or "
          "without: a sparse matrix times a vector",
          {"indexed_load", "gmem"},
          {{"dtype", {"float32", "float64"}},
           {"walk", {"row", "column"}},
           {"weights", {"none", "list"}},
           {"table", {"65536", "1048576", "4194304"}, true},
           {"group_size", {"64"}, true},
           {"items", {"4096"}, true},
           {"trips", {"64"}, true}},
          make_indexed_load};
}

}  // namespace clgauge::microbench
