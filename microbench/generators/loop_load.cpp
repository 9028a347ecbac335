#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// How the work-items of a loop walk over an array, as real kernels do.
struct Walk {
  const char* name;
  const char* index;  // of trip k by work-item g (l in its group), n work-items
  std::int64_t (*at)(std::int64_t g, std::int64_t k, std::int64_t items, std::int64_t trips,
                     std::int64_t group_size);
};

constexpr std::array<Walk, 4> kWalks{{
    // Each work-item along a row of its own (a row-major matrix times a vector).
    {"row", "g * trips + k",
     [](std::int64_t g, std::int64_t k, std::int64_t, std::int64_t trips, std::int64_t) {
       return g * trips + k;
     }},
    // Neighbours along neighbouring columns (a column-major matrix times a vector).
    {"column", "k * n + g",
     [](std::int64_t g, std::int64_t k, std::int64_t items, std::int64_t, std::int64_t) {
       return k * items + g;
     }},
    // All work-items the same element (the vector).
    {"uniform", "k",
     [](std::int64_t, std::int64_t k, std::int64_t, std::int64_t, std::int64_t) { return k; }},
    // Every group the same columns: a table that all groups reuse.
    {"shared", "k * ({index})get_local_size(0) + l",
     [](std::int64_t g, std::int64_t k, std::int64_t, std::int64_t, std::int64_t group_size) {
       return k * group_size + g % group_size;
     }},
}};

std::optional<MicroKernel> make_loop_load(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  // Intel's CPU compiler gathers what is reached by int, see stream.cpp.
  const std::string& index = choice.text("index");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
  const auto* walk = std::find_if(kWalks.begin(), kWalks.end(),
                                  [&](const Walk& w) { return choice.text("walk") == w.name; });
  if (walk == kWalks.end() || items % group_size != 0) return std::nullopt;
  const bool needs_l = walk->name == std::string("shared");

  Draft draft("loop_load");
  draft.input("a", dtype, 1, walk->at(items - 1, trips - 1, items, trips, group_size) + 1,
              Fill::iota);
  draft.output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("n", "int32", static_cast<double>(items));
  draft.range(items, group_size).work("load", items * trips);
  draft.access("a", "load", items * trips).access("out", "store", items);
  draft.op("add", dtype, items * trips);
  for (const std::int64_t g : {std::int64_t{0}, items / 2 + 1, items - 1}) {
    double sum = 0;
    for (std::int64_t k = 0; k < trips; ++k) {
      sum += iota_value(dtype, walk->at(g, k, items, trips, group_size));
    }
    draft.expect("out", g, sum, tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const {0} g = get_global_id(0);\n{1}"
                  "  {2} s = 0;\n"
                  "  for (int k = 0; k < trips; k++) s += a[{3}];\n"
                  "  out[g] = s;\n",
                  index, needs_l ? fmt::format("  const {} l = get_local_id(0);\n", index) : "",
                  c_type(dtype), fmt::format(fmt::runtime(walk->index), fmt::arg("index", index))));
}

}  // namespace

Generator loop_load() {
  return {
      "loop_load",
      "global loads in a loop of each work-item: along rows, columns, one place, a shared table",
      {"loop_load", "gmem"},
      {{"dtype", {"float32", "float64"}},
       {"walk", {"row", "column", "uniform", "shared"}},
       {"index", {"int", "long"}},
       {"group_size", {"64"}, true},
       {"items", {"1024", "16384"}, true},
       {"trips", {"64", "512"}, true}},
      make_loop_load};
}

}  // namespace clgauge::microbench
