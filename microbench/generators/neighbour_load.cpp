#include <fmt/format.h>

#include <vector>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr std::int64_t kReach = 4;

struct Offset {
  std::int64_t dx;
  std::int64_t dy;
};

// The `points` places around a cell, the cell first: rows before columns, near before far.
std::vector<Offset> star(std::int64_t points) {
  std::vector<Offset> offsets{{0, 0}};
  for (std::int64_t r = 1; r <= kReach; ++r) {
    for (const Offset& o : {Offset{-r, 0}, Offset{r, 0}, Offset{0, -r}, Offset{0, r}}) {
      offsets.push_back(o);
    }
  }
  offsets.resize(static_cast<std::size_t>(points));
  return offsets;
}

// out[c] = a[c] + a[c - 1] + a[c + 1] + a[c - w] + ..: each element is read by several work-items.
std::optional<MicroKernel> make_neighbour_load(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::string& index = choice.text("index");
  const std::int64_t points = choice.integer("points");
  const std::int64_t side = choice.integer("side");
  const std::int64_t local_x = choice.integer("local_x");
  const std::int64_t local_y = choice.integer("local_y");
  if (points > 4 * kReach + 1 || side % local_x != 0 || side % local_y != 0) return std::nullopt;
  const std::int64_t width = side + 2 * kReach;
  const std::int64_t items = side * side;

  std::string sum;
  for (const Offset& o : star(points)) {
    if (!sum.empty()) sum += " + ";
    if (o.dy != 0) {
      sum += fmt::format("a[c {} {} * w]", o.dy < 0 ? '-' : '+', std::abs(o.dy));
    } else if (o.dx != 0) {
      sum += fmt::format("a[c {} {}]", o.dx < 0 ? '-' : '+', std::abs(o.dx));
    } else {
      sum += "a[c]";
    }
  }
  Draft draft("neighbour_load");
  draft.input("a", dtype, 1, width * width, Fill::iota).output("out", dtype, 1, width * width);
  draft.scalar("w", "int32", static_cast<double>(width));
  draft.range(side, side, local_x, local_y).work("load", items * points);
  draft.access("a", "load", items * points).access("out", "store", items);
  draft.op("add", dtype, items * (points - 1));
  for (const auto& [x, y] :
       {std::pair<std::int64_t, std::int64_t>{0, 0}, {side - 1, 1}, {side / 2, side - 1}}) {
    double expected = 0;
    const std::int64_t cell = (y + kReach) * width + x + kReach;
    for (const Offset& o : star(points)) {
      expected += iota_value(dtype, cell + o.dy * width + o.dx);
    }
    draft.expect("out", cell, expected, tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const {0} x = get_global_id(0);\n"
                  "  const {0} y = get_global_id(1);\n"
                  "  const {0} c = (y + {1}) * w + x + {1};\n"
                  "  out[c] = {2};\n",
                  index, kReach, sum));
}

}  // namespace

Generator neighbour_load() {
  return {"neighbour_load",
          "sums over the points of a star in two dimensions: loads that share elements",
          {"neighbour_load", "gmem", "afr"},
          {{"dtype", {"float32", "float64"}},
           {"points", {"3", "5", "9", "17"}, true},
           {"index", {"int", "long"}},
           {"local_x", {"16"}, true},
           {"local_y", {"16"}, true},
           {"side", {"256", "1024"}, true}},
          make_neighbour_load};
}

}  // namespace clgauge::microbench
