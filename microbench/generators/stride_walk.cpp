#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"
#include "microbench/generators/vector_work.h"

namespace clgauge::microbench {
namespace {

constexpr std::int64_t kApart = 80;  // elements from where one walk ends to where the next begins

// Work-items by themselves go through `walks` arrays side by side, `step` elements further each
// round: lines that a prefetcher of strides sees coming, but no stream of lines. `ops` rounds of
// arithmetic, which nothing waits for, say how much of them is hidden.
std::optional<MicroKernel> make_stride_walk(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t ops = choice.integer("ops");
  const std::int64_t walks = choice.integer("walks");
  const std::int64_t step = choice.integer("step");
  const std::int64_t lines = choice.integer("lines");
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = lines / (items * walks);
  if (ops * trips < 64 || lines % (items * walks) != 0) {
    return std::nullopt;
  }
  const std::int64_t apart = trips * step + kApart;
  std::string loads;
  for (std::int64_t walk = 0; walk < walks; ++walk) {
    loads += fmt::format("{}b[k * {} + {}]", walk == 0 ? "" : " + ", step, walk * apart);
  }
  const VectorWork work = vector_work(dtype, ops);

  Draft draft("stride_walk");
  draft.input("a", dtype, 1, items * walks * apart, Fill::iota).output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(items, 1).work("load", lines);
  draft.access("a", "load", lines).access("out", "store", items);
  count_vector_work(draft, dtype, ops, items, trips);
  draft.op("add", dtype, items * trips * (walks - 1));
  for (const std::int64_t g : {std::int64_t{0}, items / 2, items - 1}) {
    double s = VectorWork::kSum;
    for (std::int64_t k = 0; k < trips; ++k) {
      for (std::int64_t walk = 0; walk < walks; ++walk) {
        s += iota_value(dtype, (g * walks + walk) * apart + k * step);
      }
    }
    draft.expect("out", g, s, tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const int g = get_global_id(0);\n"
                  "  __global const {0}* b = a + g * {1};\n"
                  "  {0} s = g;\n{2}  s = 0;\n"
                  "  for (int k = 0; k < trips; k++) {{\n"
                  "    s += {3};\n{4}  }}\n"
                  "  const {5} u = {6};\n"
                  "  out[g] = s{7};\n",
                  c_type(dtype), walks * apart, work.begin, loads, work.round, c_type(dtype, 8),
                  work.value, work.lanes));
}

}  // namespace

Generator stride_walk() {
  return {"stride_walk",
          "loads at a stride, one or many walks side by side: lines that a prefetcher foresees",
          {"stride_walk", "gmem"},
          {{"dtype", {"float32", "float64"}},
           {"ops", {"1", "4"}, true},
           {"walks", {"1", "16"}, true},
           {"step", {"48"}, true},
           {"lines", {"65536", "786432"}, true},
           {"items", {"64"}, true}},
          make_stride_walk};
}

}  // namespace clgauge::microbench
