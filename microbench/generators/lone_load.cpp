#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"
#include "microbench/generators/vector_work.h"

namespace clgauge::microbench {
namespace {

// Where load `k` goes: no two differences between neighbours are the same, so that no prefetcher
// foresees the next one.
std::uint32_t hashed(std::uint32_t k) {
  k *= 2654435761U;
  k ^= k >> 15U;
  return k * 2246822519U >> 4U;
}

constexpr std::int64_t kPage = 1024;  // elements, 4 KiB of float32

// Work-items by themselves load from hashed places, with `ops` rounds of arithmetic between two
// loads that waits for neither and fills what a core sees ahead: with enough of it a core waits for
// each line alone. `run` loads follow one another from hashed places of one page: with one each
// waits for the page's translation, too; with more only the line is far away.
std::optional<MicroKernel> make_lone_load(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t ops = choice.integer("ops");
  const std::int64_t table = choice.integer("table");
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t run = choice.integer("run");
  if ((table & (table - 1)) != 0 || table > (1 << 26) || ops * trips < 100 ||
      (run > 1 && (table <= kPage || trips % run != 0))) {
    return std::nullopt;
  }
  const VectorWork work = vector_work(dtype, ops);
  std::string page;
  std::string index = fmt::format("(h * 2246822519u >> 4) & {}u", table - 1);
  if (run > 1) {
    page =
        fmt::format("    uint p = (g * trips + k) / {} * 2654435761u;\n    p ^= p >> 15;\n", run);
    index = fmt::format("((p * 2246822519u >> 4) & {}u) * {} + ((h * 2246822519u >> 4) & {}u)",
                        table / kPage - 1, kPage, kPage - 1);
  }
  Draft draft("lone_load");
  draft.input("a", dtype, 1, table, Fill::iota).output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(items, 1).work("load", items * trips);
  draft.access("a", "load", items * trips).access("out", "store", items);
  count_vector_work(draft, dtype, ops, items, trips);
  for (const std::int64_t g : {std::int64_t{0}, items / 2, items - 1}) {
    double s = VectorWork::kSum;
    for (std::int64_t k = 0; k < trips; ++k) {
      const auto place = [&](std::int64_t hash, std::int64_t of) {
        return hashed(static_cast<std::uint32_t>(hash)) & static_cast<std::uint32_t>(of - 1);
      };
      const std::int64_t load = g * trips + k;
      s += iota_value(dtype, run == 1
                                 ? place(load, table)
                                 : place(load / run, table / kPage) * kPage + place(load, kPage));
    }
    draft.expect("out", g, s, tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const uint g = get_global_id(0);\n"
                  "  {0} s = g;\n{1}  s = 0;\n"
                  "  for (uint k = 0; k < trips; k++) {{\n"
                  "    uint h = (g * trips + k) * 2654435761u;\n"
                  "    h ^= h >> 15;\n{6}"
                  "    s += a[{2}];\n{3}  }}\n"
                  "  const {4} u = {5};\n"
                  "  out[g] = s{7};\n",
                  c_type(dtype), work.begin, index, work.round, c_type(dtype, 8), work.value, page,
                  work.lanes));
}

}  // namespace

Generator lone_load() {
  return {"lone_load",
          "loads from hashed places with arithmetic between them: how long a core waits for one",
          {"lone_load", "gmem", "latency"},
          {{"dtype", {"float32", "float64"}},
           {"ops", {"1", "4", "16"}, true},
           {"table", {"65536", "524288", "16777216"}, true},
           {"items", {"64"}, true},
           {"trips", {"512"}, true},
           {"run", {"1"}, true}},
          make_lone_load};
}

}  // namespace clgauge::microbench
