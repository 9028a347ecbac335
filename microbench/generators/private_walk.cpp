#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Round after round through a private array whose place only the running kernel knows, so that it
// has to lie in memory: each of `words` numbers grows by one every round.
std::optional<MicroKernel> make_private_walk(const Choice& choice) {
  const std::int64_t words = choice.integer("words");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");
  if ((words & (words - 1)) != 0 || trips % words != 0) {
    return std::nullopt;
  }
  Draft draft("private_walk");
  draft.output("out", "int32", 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips))
      .scalar("mask", "int32", static_cast<double>(words - 1));
  draft.range(items, group_size).work("update", items * trips);
  draft.op("add", "int32", items * trips);
  draft.access("out", "store", items);
  const auto rounds = trips / words;
  draft.expect("out", 0, static_cast<double>(rounds), 0);
  draft.expect("out", items - 1, static_cast<double>(rounds), 0);
  return draft.finish(
      fmt::format("  int a[{0}];\n"
                  "  for (int i = 0; i < {0}; i++) a[i & mask] = 0;\n"
                  "  for (int t = 0; t < trips; t++) a[t & mask] += 1;\n"
                  "  out[get_global_id(0)] = a[trips & mask];\n",
                  words));
}

}  // namespace

Generator private_walk() {
  return {"private_walk",
          "updates of private arrays that no register can hold",
          {"private_walk", "private", "gpu"},
          {{"words", {"16", "64", "256"}, true},
           {"group_size", {"64", "256"}, true},
           {"groups", {"64"}, true},
           {"trips", {"256"}, true}},
          make_private_walk};
}

}  // namespace clgauge::microbench
