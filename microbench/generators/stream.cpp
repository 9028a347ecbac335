#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr double kStreamed = 7;

// out[i] = a0[i] + a1[i] + .., or a value where nothing is loaded, with i of type size_t. Other
// families index by int, as most kernels do; Intel's CPU compiler gathers and scatters for those
// (a sum of ints may wrap), and what streams cost would not be seen there.
std::optional<MicroKernel> make_stream(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t sources = choice.integer("sources");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  if (items % group_size != 0) return std::nullopt;

  std::string sum;
  Draft draft("stream");
  for (std::int64_t s = 0; s < sources; ++s) {
    const std::string array = fmt::format("a{}", s);
    draft.input(array, dtype, 1, items, Fill::iota).access(array, "load", items);
    sum += fmt::format("{}{}[i]", s == 0 ? "" : " + ", array);
  }
  draft.output("out", dtype, 1, items).access("out", "store", items);
  if (sources == 0) {
    draft.scalar("v", dtype, kStreamed);
  } else {
    draft.op("add", dtype, (sources - 1) * items);
  }
  draft.range(items, group_size).work("element", (sources + 1) * items);
  for (const std::int64_t i : {std::int64_t{0}, items / 2 + 1, items - 1}) {
    draft.expect("out", i,
                 sources == 0 ? kStreamed : static_cast<double>(sources) * iota_value(dtype, i),
                 tolerance_of(dtype));
  }
  return draft.finish(fmt::format("  const size_t i = get_global_id(0);\n  out[i] = {};\n",
                                  sources == 0 ? "v" : sum));
}

}  // namespace

Generator stream() {
  return {"stream",
          "whole arrays, element by element, by how many are read and by working set",
          {"stream", "gmem"},
          {{"dtype", {"float32", "float64", "float16", "int32"}},
           {"sources", {"0", "1", "3"}, true},
           {"group_size", {"256"}, true},
           {"items", {"16384", "131072", "1048576", "4194304"}, true}},
          make_stream};
}

}  // namespace clgauge::microbench
