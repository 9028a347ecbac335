#include <fmt/format.h>

#include <array>
#include <string>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// A walk through planes; in each, out[c] is the sum over a star in three dimensions: along x within
// a line or two, along y a row apart, along z a plane apart. Many streams at once, and with sides
// that make a plane a multiple of 4 KiB all of those along z in one set of the first cache. The
// sides are numbers in the source: as symbols they would make footprints of thousands of terms.
std::optional<MicroKernel> make(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t radius = choice.integer("radius");
  const std::int64_t side = choice.integer("side");
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t local_x = choice.integer("local_x");
  const std::int64_t local_y = choice.integer("local_y");
  if (side % local_x != 0 || side % local_y != 0 || radius > 16) return std::nullopt;
  const std::int64_t width = side + 2 * radius;
  const std::int64_t plane = width * width;
  const std::int64_t elements = plane * (trips + 2 * radius);
  const std::int64_t points = 6 * radius + 1;
  const std::int64_t cells = side * side * trips;

  std::string sum = "a[c]";
  for (std::int64_t r = 1; r <= radius; ++r) {
    for (const std::int64_t step : {r, r * width, r * plane}) {
      sum += fmt::format(" + a[c - {0}] + a[c + {0}]", step);
    }
  }
  Draft draft("star_walk");
  draft.input("a", dtype, 1, elements, Fill::iota).output("out", dtype, 1, elements);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(side, side, local_x, local_y).work("load", cells * points);
  draft.access("a", "load", cells * points).access("out", "store", cells);
  draft.op("add", dtype, cells * (points - 1));
  for (const auto& [x, y, z] : {std::array<std::int64_t, 3>{0, 0, 0},
                                {side - 1, side / 2, trips / 2},
                                {side / 2, side - 1, trips - 1}}) {
    const std::int64_t cell = (z + radius) * plane + (y + radius) * width + x + radius;
    double expected = iota_value(dtype, cell);
    for (std::int64_t r = 1; r <= radius; ++r) {
      for (const std::int64_t step : {r, r * width, r * plane}) {
        expected += iota_value(dtype, cell - step) + iota_value(dtype, cell + step);
      }
    }
    draft.expect("out", cell, expected, tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const int first = ({0} * {1} + (int)get_global_id(1) + {0}) * {1}"
                  " + (int)get_global_id(0) + {0};\n"
                  "  for (int z = 0; z < trips; z++) {{\n"
                  "    const int c = first + z * {2};\n"
                  "    out[c] = {3};\n  }}\n",
                  radius, width, plane, sum));
}

}  // namespace

Generator star_walk() {
  return {"star_walk",
          "sums over a star in three dimensions, plane by plane: many streams of loads at once",
          {"star_walk", "gmem", "afr"},
          {{"dtype", {"float32", "float64"}},
           {"radius", {"2", "8"}, true},
           {"side", {"48", "64", "240"}, true},
           {"trips", {"16"}, true},
           {"local_x", {"16"}, true},
           {"local_y", {"16"}, true}},
          make};
}

}  // namespace clgauge::microbench
