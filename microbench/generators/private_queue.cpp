#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// A queue of private values that every iteration moves on by one, as walks of stencils along an
// axis do. LLVM seems to make a memmove of such a loop before it unrolls it, and what is moved so
// stays in memory; arrays whose elements stay where they are become registers.
std::optional<MicroKernel> make_private_queue(const Choice& choice) {
  const std::int64_t live = choice.integer("live");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");
  const bool has_barrier = choice.text("barrier") == "yes";
  if (live < 2) return std::nullopt;

  const std::string body = fmt::format(
      "  const int g = get_global_id(0);\n  float q[{0}];\n"
      "  #pragma unroll\n  for (int r = 0; r < {0}; r++) q[r] = in[g];\n  float total = 0;\n"
      "  for (int t = 0; t < trips; t++) {{\n"
      "    #pragma unroll\n    for (int r = 0; r < {0} - 1; r++) q[r] = q[r + 1];\n"
      "    q[{0} - 1] = total * b + a;\n{1}    float s = 0;\n"
      "    #pragma unroll\n    for (int r = 0; r < {0}; r++) s += q[r];\n"
      "    total += s;\n  }}\n  out[g] = total;\n",
      live, has_barrier ? "    barrier(CLK_LOCAL_MEM_FENCE);\n" : "");

  Draft draft("private_queue");
  draft.input("in", "float32", 1, items, Fill::one).output("out", "float32", 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("a", "float32", 1).scalar("b", "float32", 0);
  draft.range(items, group_size).work("move", items * trips * (live - 1));
  draft.access("in", "load", items * live).access("out", "store", items);
  draft.op("add", "float32", items * trips * (live + 1)).op("madd", "float32", items * trips);
  if (has_barrier) draft.barriers(items * trips);
  const auto expected = static_cast<double>(trips * live);
  draft.expect("out", 0, expected, tolerance_of("float32"));
  draft.expect("out", items - 1, expected, tolerance_of("float32"));
  return draft.finish(body);
}

}  // namespace

Generator private_queue() {
  return {"private_queue",
          "queues of private values that every iteration moves on by one",
          {"private_queue", "private"},
          {{"live", {"4", "16"}, true},
           {"barrier", {"no", "yes"}},
           {"group_size", {"64"}, true},
           {"groups", {"64"}, true},
           {"trips", {"32"}, true}},
          make_private_queue};
}

}  // namespace clgauge::microbench
