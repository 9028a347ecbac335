#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Knuth's multiplicative hash: neighbours land far apart, every launch the same way.
constexpr std::uint32_t kMultiplier = 2654435761U;
constexpr unsigned kShift = 7;

// out[g] = a[hash(g)]: loads without any locality, from a table of a power-of-two size.
std::optional<MicroKernel> make_scattered_load(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  const std::int64_t table = choice.integer("table");
  if (items % group_size != 0 || (table & (table - 1)) != 0 || table > (1 << 25)) {
    return std::nullopt;
  }
  Draft draft("scattered_load");
  draft.input("a", dtype, 1, table, Fill::iota).output("out", dtype, 1, items);
  draft.range(items, group_size).work("load", items);
  draft.access("a", "load", items).access("out", "store", items);
  for (const std::int64_t g : {std::int64_t{0}, items / 2 + 1, items - 1}) {
    const std::uint32_t hash = static_cast<std::uint32_t>(g) * kMultiplier >> kShift;
    draft.expect("out", g, iota_value(dtype, hash & static_cast<std::uint32_t>(table - 1)), 0);
  }
  return draft.finish(
      fmt::format("  const uint g = get_global_id(0);\n"
                  "  out[g] = a[(g * {}u >> {}) & {}u];\n",
                  kMultiplier, kShift, table - 1));
}

}  // namespace

Generator scattered_load() {
  return {"scattered_load",
          "loads from hashed places: a cache line and a page each",
          {"scattered_load", "gmem"},
          {{"dtype", {"float32", "float64"}},
           {"group_size", {"256"}, true},
           {"items", {"262144"}, true},
           {"table", {"4096", "65536", "1048576", "16777216"}, true}},
          make_scattered_load};
}

}  // namespace clgauge::microbench
