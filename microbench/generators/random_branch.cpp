#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"
#include "microbench/generators/random_numbers.h"

namespace clgauge::microbench {
namespace {

constexpr std::int64_t kSlots = 16;  // that each work-item writes to
constexpr std::size_t kUpdated = 4;  // of them

// What is not done by a select: one store, or additions in memory.
struct Body {
  bool updates = false;

  [[nodiscard]] std::string text() const {
    return updates ? fmt::format("for (int j = 0; j < {}; j++) slots[j] += k ^ n;\n      n++;",
                                 kUpdated)
                   : fmt::format("slots[n++ & {}] = k;", kSlots - 1);
  }

  // The n-th time, in trip k.
  void run(std::int64_t n, std::int64_t k, std::array<std::int64_t, kSlots>& slots) const {
    if (!updates) {
      slots.at(static_cast<std::size_t>(n % kSlots)) = k;
      return;
    }
    for (std::size_t j = 0; j < kUpdated; ++j) {
      slots.at(j) += k ^ n;
    }
  }
};

// A branch that random numbers decide. A group is one work-item, for compilers make masks of
// branches on which the work-items of a group differ.
std::optional<MicroKernel> make_random_branch(const Choice& choice) {
  const Body body{choice.text("body") == "update"};
  const std::int64_t ways = choice.integer("ways");
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
  if (ways < 2) return std::nullopt;
  const std::uint32_t bound = random_range(ways);

  Draft draft("random_branch");
  draft.output("out", "int32", 1, items * kSlots, Fill::zero);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("bound", "uint32", static_cast<double>(bound));
  draft.range(items, 1).depends_on_data().work("branch", items * trips);
  for (const std::int64_t i : {std::int64_t{0}, items - 1}) {
    RandomNumbers random(i);
    std::array<std::int64_t, kSlots> slots{};
    std::int64_t n = 0;
    for (std::int64_t k = 0; k < trips; ++k) {
      if (random.next() < bound) body.run(n++, k, slots);
    }
    for (const std::size_t slot : {std::size_t{0}, kUpdated - 1}) {
      draft.expect("out", i * kSlots + static_cast<std::int64_t>(slot),
                   static_cast<double>(slots.at(slot)), 0);
    }
  }
  return draft.finish(
      fmt::format("  const int i = get_global_id(0);\n"
                  "  __global int* slots = out + i * {};\n"
                  "  {}\n"
                  "  int n = 0;\n"
                  "  for (int k = 0; k < trips; k++) {{\n"
                  "    {}\n"
                  "    if (x < bound) {{\n"
                  "      {}\n"
                  "    }}\n"
                  "  }}\n",
                  kSlots, kFirstRandom, kNextRandom, body.text()));
}

}  // namespace

Generator random_branch() {
  return {"random_branch",
          "a branch that random numbers decide, taken one time of so many",
          {"random_branch", "branch"},
          {{"body", {"store", "update"}},
           {"ways", {"2", "8", "32"}, true},
           {"items", {"2048"}, true},
           {"trips", {"256"}, true}},
          make_random_branch};
}

}  // namespace clgauge::microbench
