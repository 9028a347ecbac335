#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Walks through planes with a queue of private values, one load and one store for each plane, as
// wave stencils do; with sync:barrier the queue must survive a barrier in every plane.
std::optional<MicroKernel> make_plane_walk(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t depth = choice.integer("depth");
  const bool barrier = choice.text("sync") == "barrier";
  const std::int64_t side = choice.integer("side");
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t local_x = choice.integer("local_x");
  const std::int64_t local_y = choice.integer("local_y");
  if (side % local_x != 0 || side % local_y != 0) return std::nullopt;
  const std::int64_t plane = side * side;
  const std::int64_t items = plane;

  std::string body =
      "  const int c = get_global_id(1) * w + get_global_id(0);\n  const int plane = w * w;\n";
  std::string shift;
  std::string sum = "q0";
  for (std::int64_t i = 0; i + 1 < depth; ++i) {
    body += fmt::format("  {} q{} = a[c + {} * plane];\n", c_type(dtype), i, i);
    shift += fmt::format("    q{} = q{};\n", i, i + 1);
    sum += fmt::format(" + q{}", i + 1);
  }
  body += fmt::format(
      "  for (int z = 0; z < trips; z++) {{\n    const {} q{} = a[c + (z + {}) * plane];\n",
      c_type(dtype), depth - 1, depth - 1);
  if (barrier) body += "    barrier(CLK_LOCAL_MEM_FENCE);\n";
  body += fmt::format("    out[c + z * plane] = {};\n{}  }}\n", sum, shift);

  Draft draft("plane_walk");
  draft.input("a", dtype, 1, plane * (trips + depth - 1), Fill::iota);
  draft.output("out", dtype, 1, plane * trips);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("w", "int32", static_cast<double>(side));
  draft.range(side, side, local_x, local_y).work("element", items * trips);
  draft.access("a", "load", items * (trips + depth - 1)).access("out", "store", items * trips);
  draft.op("add", dtype, items * trips * (depth - 1));
  if (barrier) draft.barriers(items * trips);
  for (const auto& [cell, z] : {std::pair<std::int64_t, std::int64_t>{0, 0},
                                {plane / 2 + 1, trips / 2},
                                {plane - 1, trips - 1}}) {
    double expected = 0;
    for (std::int64_t i = 0; i < depth; ++i) {
      expected += iota_value(dtype, cell + (z + i) * plane);
    }
    draft.expect("out", cell + z * plane, expected, tolerance_of(dtype));
  }
  return draft.finish(body);
}

}  // namespace

Generator plane_walk() {
  return {"plane_walk",
          "a queue of private values along a walk through planes, with or without barriers",
          {"plane_walk", "gmem", "barrier"},
          {{"dtype", {"float32", "float64"}},
           {"depth", {"1", "3", "9", "17"}, true},
           {"sync", {"none", "barrier"}},
           {"local_x", {"16"}, true},
           {"local_y", {"16"}, true},
           {"side", {"128"}, true},
           {"trips", {"32"}, true}},
          make_plane_walk};
}

}  // namespace clgauge::microbench
