#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// The memory mountain: every group reads the same `working_set` bytes, one element in `lstride`.
// walk:group takes a group's width at a time (what coalescing wants), walk:item gives each
// work-item a stretch of its own (what a CPU's prefetcher wants).
std::optional<MicroKernel> make_mountain(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const bool by_item = choice.text("walk") == "item";
  const std::int64_t stride = choice.integer("lstride");
  const std::int64_t working_set = choice.integer("working_set");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = working_set / (bytes_of(dtype) * stride * group_size);
  if (trips < 1) return std::nullopt;

  const std::string index = by_item ? fmt::format("(l * trips + k) * {}", stride)
                                    : fmt::format("(k * {} + l) * {}", group_size, stride);
  Draft draft("mountain");
  draft.input("a", dtype, 1, (trips * group_size - 1) * stride + 1, Fill::iota);
  draft.output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(items, group_size).work("load", items * trips);
  draft.access("a", "load", items * trips).access("out", "store", items);
  draft.op("add", dtype, items * trips);
  for (const std::int64_t g : {std::int64_t{0}, items - 1}) {
    const std::int64_t l = g % group_size;
    double sum = 0;
    for (std::int64_t k = 0; k < trips; ++k) {
      sum += iota_value(dtype, (by_item ? l * trips + k : k * group_size + l) * stride);
    }
    // Sums of many values up to 1020 leave the integers that float32 holds.
    draft.expect("out", g, sum, 100 * tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const int l = get_local_id(0);\n"
                  "  {} s = 0;\n"
                  "  for (int k = 0; k < trips; k++) s += a[{}];\n"
                  "  out[get_global_id(0)] = s;\n",
                  c_type(dtype), index));
}

}  // namespace

Generator mountain() {
  return {"mountain",
          "the memory mountain: loads by working set (in bytes) and stride, every group the same",
          {"mountain", "gmem", "afr"},
          {{"dtype", {"float32", "float64"}},
           {"walk", {"group", "item"}},
           {"lstride", {"1", "4", "16"}, true},
           {"working_set", {"16384", "131072", "1048576", "8388608", "67108864"}, true},
           {"group_size", {"64"}, true},
           {"groups", {"16"}, true}},
          make_mountain};
}

}  // namespace clgauge::microbench
