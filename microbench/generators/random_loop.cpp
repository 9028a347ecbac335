#include <fmt/format.h>

#include <cstdint>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"
#include "microbench/generators/random_numbers.h"

namespace clgauge::microbench {
namespace {

// Inner loops whose lengths are random numbers: nobody foresees where they end. A group is one
// work-item, for compilers make masks of loops in which the work-items of a group differ.
std::optional<MicroKernel> make_random_loop(const Choice& choice) {
  const std::int64_t longest = choice.integer("longest");
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
  if (longest < 2) return std::nullopt;
  const std::uint32_t bound = random_range(longest);

  Draft draft("random_loop");
  draft.output("out", "int32", 1, items * longest, Fill::zero);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("bound", "uint32", static_cast<double>(bound));
  draft.scalar("longest", "int32", static_cast<double>(longest));
  draft.range(items, 1).depends_on_data().work("loop", items * trips);
  for (const std::int64_t i : {std::int64_t{0}, items - 1}) {
    RandomNumbers random(i);
    std::int64_t last_long_one = 0;  // the last slot is of loops that are as long as can be
    for (std::int64_t k = 0; k < trips; ++k) {
      const std::int64_t length = 1 + random.next() / bound;
      last_long_one = length == longest ? k : last_long_one;
    }
    draft.expect("out", i * longest, static_cast<double>(trips - 1), 0);
    draft.expect("out", (i + 1) * longest - 1, static_cast<double>(last_long_one), 0);
  }
  return draft.finish(
      fmt::format("  const int i = get_global_id(0);\n"
                  "  __global int* slots = out + i * longest;\n"
                  "  {}\n"
                  "  for (int k = 0; k < trips; k++) {{\n"
                  "    {}\n"
                  "    const int length = 1 + x / bound;\n"
                  "    for (int j = 0; j < length; j++) slots[j] = k;\n"
                  "  }}\n",
                  kFirstRandom, kNextRandom));
}

}  // namespace

Generator random_loop() {
  return {"random_loop",
          "short loops of random lengths",
          {"random_loop", "branch"},
          {{"longest", {"4", "16"}, true}, {"items", {"2048"}, true}, {"trips", {"256"}, true}},
          make_random_loop};
}

}  // namespace clgauge::microbench
