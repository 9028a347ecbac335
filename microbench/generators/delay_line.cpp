#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// A filter over a signal for each work-item, whose last inputs lie in a private array that every
// step moves on by one: the memory that such an array is kept in beside loads, products and stores.
std::optional<MicroKernel> make_delay_line(const Choice& choice) {
  const std::int64_t taps = choice.integer("taps");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");
  if (taps < 2) return std::nullopt;

  const std::string body = fmt::format(
      "  const int g = get_global_id(0);\n  float q[{0}];\n"
      "  #pragma unroll\n  for (int r = 0; r < {0} - 1; r++) q[r + 1] = in[r * w + g];\n"
      "  for (int t = 0; t < trips; t++) {{\n"
      "    #pragma unroll\n    for (int r = 0; r < {0} - 1; r++) q[r] = q[r + 1];\n"
      "    q[{0} - 1] = in[(t + {0} - 1) * w + g];\n    float s = 0;\n"
      "    #pragma unroll\n    for (int r = 0; r < {0}; r++) s += q[r] * c;\n"
      "    out[t * w + g] = s;\n  }}\n",
      taps);

  Draft draft("delay_line");
  draft.input("in", "float32", 1, items * (trips + taps - 1), Fill::one);
  draft.output("out", "float32", 1, items * trips);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("w", "int32", static_cast<double>(items)).scalar("c", "float32", 0.5);
  draft.range(items, group_size).work("step", items * trips);
  draft.access("in", "load", items * (trips + taps - 1)).access("out", "store", items * trips);
  draft.op("madd", "float32", items * trips * taps);
  const double expected = 0.5 * static_cast<double>(taps);
  draft.expect("out", 0, expected, tolerance_of("float32"));
  draft.expect("out", items * trips - 1, expected, tolerance_of("float32"));
  return draft.finish(body);
}

}  // namespace

Generator delay_line() {
  return {"delay_line",
          "filters over signals whose last inputs lie in a private array that moves on",
          {"delay_line", "private", "gmem"},
          {{"taps", {"6", "17"}, true},
           {"group_size", {"64"}, true},
           {"groups", {"64"}, true},
           {"trips", {"32"}, true}},
          make_delay_line};
}

}  // namespace clgauge::microbench
