#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr double kRowValue = 1.5;

// Each work-item stores a row, an element a round: a sub-group's stores are far apart, and each is
// but part of what memory is written by.
std::optional<MicroKernel> make_row_store(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t columns = choice.integer("columns");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  if (items % group_size != 0) {
    return std::nullopt;
  }
  Draft draft("row_store");
  draft.output("out", dtype, 1, items * columns);
  draft.scalar("columns", "int32", static_cast<double>(columns));
  draft.scalar("v", dtype, kRowValue);
  draft.range(items, group_size).work("store", items * columns);
  draft.access("out", "store", items * columns);
  draft.expect("out", 0, kRowValue, 0).expect("out", items * columns - 1, kRowValue, 0);
  return draft.finish(
      "  const int g = get_global_id(0);\n"
      "  for (int k = 0; k < columns; k++) out[g * columns + k] = v;\n");
}

}  // namespace

Generator row_store() {
  return {"row_store",
          "global stores of a row by each work-item",
          {"row_store", "gmem", "gpu"},
          {{"dtype", {"float32", "float64"}},
           {"columns", {"32"}, true},
           {"group_size", {"64"}, true},
           {"items", {"65536", "1048576"}, true}},
          make_row_store};
}

}  // namespace clgauge::microbench
