#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// A chain of products for each of one or two groups of a single work-item: by how much two take
// longer than one is how late the second core comes to help.
MicroKernel make_late_core(const Choice& choice) {
  const std::int64_t groups = choice.integer("groups");
  const std::int64_t links = choice.integer("links");
  Draft draft("late_core");
  draft.output("out", "float32", 1, groups);
  draft.scalar("links", "int32", static_cast<double>(links));
  draft.scalar("a", "float32", -0.5).scalar("c", "float32", 3);
  draft.range(groups, 1).work("link", groups * links).access("out", "store", groups);
  draft.op("madd", "float32", groups * links);
  double expected = 0;
  for (std::int64_t i = 0; i < links; ++i) {
    expected = expected * -0.5 + 3;
  }
  draft.expect("out", 0, expected, tolerance_of("float32"));
  draft.expect("out", groups - 1, expected, tolerance_of("float32"));
  return draft.finish(
      "  float x = 0;\n  for (int i = 0; i < links; i++) x = x * a + c;\n"
      "  out[get_global_id(0)] = x;\n");
}

}  // namespace

Generator late_core() {
  return {"late_core",
          "one or two groups of a chain each: how late the second core joins a launch",
          {"late_core", "sync"},
          {{"groups", {"1", "2"}, true},
           {"links", {"16384", "24576", "32768", "49152", "65536"}, true}},
          make_late_core};
}

}  // namespace clgauge::microbench
