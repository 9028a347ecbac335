#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// One work-item stores, to prove that the launch happened; the others only compare.
std::optional<MicroKernel> make_empty_launch(const Choice& choice) {
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t groups = choice.integer("groups");
  return Draft("empty_launch")
      // As long as the launch: a store whose lanes are all masked takes microseconds where no page
      // is.
      .output("out", "int32", 1, groups * group_size)
      .scalar("n", "int32", 1)
      .range(groups * group_size, group_size)
      .work("group", groups)
      .access("out", "store", 1)
      .expect("out", 0, 1, 0)
      .finish("  if ((int)get_global_id(0) < n) out[get_global_id(0)] = n;\n");
}

}  // namespace

Generator empty_launch() {
  return {"empty_launch",
          "launches that do nothing: what a launch and a work-group cost",
          {"empty_launch", "launch", "sync"},
          {{"group_size", {"1", "16", "64", "256"}, true},
           {"groups", {"1", "16", "256", "4096", "65536"}, true}},
          make_empty_launch};
}

}  // namespace clgauge::microbench
