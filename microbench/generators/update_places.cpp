#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr std::uint32_t kNextItem = 40503;  // odd: where the next work-item goes
constexpr std::uint32_t kNextRound = 9;     // where it goes next

// The inverse of an odd number, modulo 2 to the 32.
constexpr std::uint32_t inverse(std::uint32_t odd) {
  std::uint32_t guess = odd;  // right in three bits, and each round doubles them
  for (int round = 0; round < 4; ++round) {
    guess *= 2 - odd * guess;
  }
  return guess;
}

// How often counter `place` is updated: by work-items g with g * kNextItem + t * kNextRound =
// place.
double updates_of(std::uint32_t place, std::int64_t places, std::int64_t items,
                  std::int64_t trips) {
  double updates = 0;
  for (std::int64_t t = 0; t < trips; ++t) {
    const std::uint32_t first =
        (place - static_cast<std::uint32_t>(t) * kNextRound) * inverse(kNextItem) &
        static_cast<std::uint32_t>(places - 1);
    const auto rounds = first < items ? (items - 1 - first) / places + 1 : 0;
    updates += static_cast<double>(rounds);
  }
  return updates;
}

// Atomic additions all over a table of a power of two of counters, that no compiler can make one
// of: by what it took from one place, a work-item may find the next.
std::optional<MicroKernel> make_update_places(const Choice& choice) {
  const bool returns = choice.text("returns") == "next";
  const std::int64_t places = choice.integer("places");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");
  if (places < 1 || (places & (places - 1)) != 0) {
    return std::nullopt;
  }
  Draft draft("update_places");
  draft.output("counters", "int32", 1, places, Fill::zero);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("mask", "int32", static_cast<double>(places - 1));
  draft.range(items, group_size).work("atomic", items * trips);
  draft.op("atomic", "int32", items * trips);
  draft.access("counters", "load", items * trips).access("counters", "store", items * trips);
  for (const std::int64_t place : {std::int64_t{0}, places - 1}) {
    draft.expect("counters", place,
                 updates_of(static_cast<std::uint32_t>(place), places, items, trips), 0);
  }
  const char* const update = "atomic_add(&counters[at & mask], 1)";
  // What returns is small and positive, which no compiler knows.
  const std::string round = returns
                                ? fmt::format("at += {}u + ((uint){} >> 31);", kNextRound, update)
                                : fmt::format("{}; at += {}u;", update, kNextRound);
  return draft.finish(
      fmt::format("  uint at = (uint)get_global_id(0) * {}u;\n"
                  "  for (int t = 0; t < trips; t++) {{ {} }}\n",
                  kNextItem, round));
}

}  // namespace

Generator update_places() {
  return {"update_places",
          "atomic additions in global memory all over a table, by its size and by whether what "
          "comes back is waited for",
          {"update_places", "atomic", "gpu"},
          {{"returns", {"none", "next"}},
           {"places", {"1", "1024", "262144"}, true},
           {"group_size", {"64"}, true},
           {"groups", {"64"}, true},
           {"trips", {"4"}, true}},
          make_update_places};
}

}  // namespace clgauge::microbench
