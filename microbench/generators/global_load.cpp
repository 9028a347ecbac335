#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// out[g] = a0[g * s] + a1[g * s] + ..: straight-line loads, as a stream or an element-wise kernel
// makes them. With gstride:0 all groups read the same elements (an access-to-footprint ratio of the
// number of groups).
std::optional<MicroKernel> make_global_load(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t lanes = choice.integer("lanes");
  const std::int64_t stride = choice.integer("lstride");
  const bool shared = choice.text("gstride") == "0";
  const std::int64_t arrays = choice.integer("arrays");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  if (items % group_size != 0) return std::nullopt;

  const std::string index =
      stride == 1 ? (shared ? "l" : "g") : fmt::format("{} * {}", shared ? "l" : "g", stride);
  std::string sum;
  Draft draft("global_load");
  for (std::int64_t i = 0; i < arrays; ++i) {
    const std::string array = fmt::format("a{}", i);
    draft.input(array, dtype, lanes, ((shared ? group_size : items) - 1) * stride + 1, Fill::iota);
    draft.access(array, "load", items);
    sum += fmt::format("{}{}[{}]", i == 0 ? "" : " + ", array, index);
  }
  draft.output("out", dtype, lanes, items).access("out", "store", items);
  draft.op("add", dtype, (arrays - 1) * items * lanes);
  draft.range(items, group_size).work("load", arrays * items);
  for (const std::int64_t g : {std::int64_t{0}, items / 2 + 1, items - 1}) {
    const std::int64_t from = (shared ? g % group_size : g) * stride;
    draft.expect("out", g * lanes, static_cast<double>(arrays) * iota_value(dtype, from * lanes),
                 tolerance_of(dtype));
  }
  return draft.finish(fmt::format("  const int g = get_global_id(0);\n{}  out[g] = {};\n",
                                  shared ? "  const int l = get_local_id(0);\n" : "", sum));
}

}  // namespace

Generator global_load() {
  return {"global_load",
          "straight-line global loads by stride, number of arrays and working set",
          {"global_load", "gmem"},
          {{"dtype", {"float32", "float64", "float16", "int32"}},
           {"lanes", {"1", "4"}},
           {"lstride", {"1", "2", "4", "16", "64"}, true},
           {"gstride", {"packed", "0"}},
           {"arrays", {"1", "3"}, true},
           {"group_size", {"256"}, true},
           {"items", {"16384", "131072", "1048576", "4194304"}, true}},
          make_global_load};
}

}  // namespace clgauge::microbench
