#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// One load, then `ops` operations on it, over and over: how far memory and arithmetic overlap shows
// when the ratio is swept. Inputs are 1, so each load adds ops + 1.
std::optional<MicroKernel> make_load_mix(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t ops = choice.text("ops") == "0" ? 0 : choice.integer("ops");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
  if (items % group_size != 0) return std::nullopt;

  std::string body = fmt::format(
      "  const int g = get_global_id(0);\n  {0} s = 0;\n"
      "  for (int k = 0; k < trips; k++) {{\n"
      "    const {0} v = a[k * n + g];\n    {0} u = v;\n",
      c_type(dtype));
  for (std::int64_t i = 0; i < ops; ++i) body += "    u = u * v + v;\n";
  body += "    s += u;\n  }\n  out[g] = s;\n";

  Draft draft("load_mix");
  draft.input("a", dtype, 1, items * trips, Fill::one).output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("n", "int32", static_cast<double>(items));
  draft.range(items, group_size).work("load", items * trips);
  draft.access("a", "load", items * trips).access("out", "store", items);
  draft.op("madd", dtype, ops * items * trips).op("add", dtype, items * trips);
  const auto expected = static_cast<double>(trips * (ops + 1));
  draft.expect("out", 0, expected, tolerance_of(dtype));
  draft.expect("out", items - 1, expected, tolerance_of(dtype));
  return draft.finish(body);
}

}  // namespace

Generator load_mix() {
  return {"load_mix",
          "loads with a swept number of operations on each: the overlap of memory and arithmetic",
          {"load_mix", "mix", "overlap"},
          {{"dtype", {"float32", "float64"}},
           {"ops", {"0", "1", "4", "16", "64"}, true},
           {"group_size", {"256"}, true},
           {"items", {"16384", "262144"}, true},
           {"trips", {"64"}, true}},
          make_load_mix};
}

}  // namespace clgauge::microbench
