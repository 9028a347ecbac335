#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr double kValue = 7;

// out0[g * s] = v; out1[g * s] = v; ..
std::optional<MicroKernel> make_global_store(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t lanes = choice.integer("lanes");
  const std::int64_t stride = choice.integer("lstride");
  const std::int64_t arrays = choice.integer("arrays");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  if (items % group_size != 0) return std::nullopt;

  std::string body = "  const int g = get_global_id(0);\n";
  Draft draft("global_store");
  for (std::int64_t i = 0; i < arrays; ++i) {
    const std::string array = fmt::format("out{}", i);
    draft.output(array, dtype, lanes, (items - 1) * stride + 1);
    draft.access(array, "store", items);
    body += stride == 1 ? fmt::format("  {}[g] = v;\n", array)
                        : fmt::format("  {}[g * {}] = v;\n", array, stride);
    for (const std::int64_t g : {std::int64_t{0}, items / 2 + 1, items - 1}) {
      draft.expect(array, g * stride * lanes, kValue, 0);
    }
  }
  draft.scalar("v", dtype, kValue);
  draft.range(items, group_size).work("store", arrays * items);
  return draft.finish(body);
}

}  // namespace

Generator global_store() {
  return {"global_store",
          "straight-line global stores by stride, number of arrays and working set",
          {"global_store", "gmem"},
          {{"dtype", {"float32", "float64", "float16", "int32"}},
           {"lanes", {"1", "4"}},
           {"lstride", {"1", "2", "4", "16"}, true},
           {"arrays", {"1", "2"}, true},
           {"group_size", {"256"}, true},
           {"items", {"16384", "131072", "1048576", "4194304"}, true}},
          make_global_store};
}

}  // namespace clgauge::microbench
