#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Copies a matrix, straight or with one side walked along columns. Leading dimensions that are
// powers of two collide in caches; the index type and the group's shape decide how CPU drivers
// vectorise.
std::optional<MicroKernel> make_transpose(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::string& walk = choice.text("walk");
  const std::string& index = choice.text("index");
  const std::int64_t side = choice.integer("side");
  const std::int64_t pad = choice.text("pad") == "none" ? 0 : choice.integer("pad");
  const std::int64_t local_x = choice.integer("local_x");
  const std::int64_t local_y = choice.integer("local_y");
  if (side % local_x != 0 || side % local_y != 0) return std::nullopt;
  const std::int64_t width = side + pad;
  const std::int64_t items = side * side;
  const std::int64_t elements = (side - 1) * width + side;
  const char* const along = "y * w + x";
  const char* const across = "x * w + y";

  Draft draft("transpose");
  draft.input("a", dtype, 1, elements, Fill::iota).output("out", dtype, 1, elements);
  draft.scalar("w", "int32", static_cast<double>(width));
  draft.range(side, side, local_x, local_y).work("element", items);
  draft.access("a", "load", items).access("out", "store", items);
  for (const auto& [x, y] :
       {std::pair<std::int64_t, std::int64_t>{0, 0}, {side - 1, 1}, {side / 2, side - 1}}) {
    const std::int64_t from = walk == "read" ? x * width + y : y * width + x;
    const std::int64_t to = walk == "write" ? x * width + y : y * width + x;
    draft.expect("out", to, iota_value(dtype, from), 0);
  }
  return draft.finish(
      fmt::format("  const {0} x = get_global_id(0);\n"
                  "  const {0} y = get_global_id(1);\n"
                  "  out[{1}] = a[{2}];\n",
                  index, walk == "write" ? across : along, walk == "read" ? across : along));
}

}  // namespace

Generator transpose() {
  return {"transpose",
          "copies of a matrix, straight or along columns, by padding, index type and group shape",
          {"transpose", "gmem"},
          {{"dtype", {"float32", "float64"}},
           {"walk", {"copy", "read", "write"}},
           {"index", {"int", "long"}},
           {"pad", {"none", "16"}, true},
           {"local_x", {"16"}, true},
           {"local_y", {"16"}, true},
           {"side", {"256", "1024", "2048"}, true}},
          make_transpose};
}

}  // namespace clgauge::microbench
