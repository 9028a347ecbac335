#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr double kStored = 7;

// Neighbours store along neighbouring columns, as loops of `i += get_global_size(0)` do. Where a
// line is loaded before it is stored to, the next load of a power of two away may have to wait for
// the store.
std::optional<MicroKernel> make_loop_store(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::string& source = choice.text("source");
  const std::string& index = choice.text("index");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  const std::int64_t pad = choice.text("pad") == "none" ? 0 : choice.integer("pad");
  const std::int64_t trips = choice.integer("trips");
  if (items % group_size != 0) return std::nullopt;
  const std::int64_t width = items + pad;
  const std::int64_t elements = (trips - 1) * width + items;

  Draft draft("loop_store");
  const char* stored = "v";
  if (source == "other") {
    draft.input("a", dtype, 1, elements, Fill::iota).access("a", "load", items * trips);
    stored = "a[k * n + g] * zero + v";
  } else if (source == "same") {
    draft.access("out", "load", items * trips);
    stored = "out[k * n + g] * zero + v";
  }
  draft.output("out", dtype, 1, elements, Fill::iota).access("out", "store", items * trips);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("n", "int32", static_cast<double>(width));
  draft.scalar("v", dtype, kStored);
  if (source != "none") {
    draft.scalar("zero", dtype, 0).op("madd", dtype, items * trips);
  }
  draft.range(items, group_size).work("store", items * trips);
  for (const std::int64_t g : {std::int64_t{0}, items / 2 + 1, items - 1}) {
    draft.expect("out", (trips - 1) * width + g, kStored, 0);
  }
  return draft.finish(
      fmt::format("  const {} g = get_global_id(0);\n"
                  "  for (int k = 0; k < trips; k++) out[k * n + g] = {};\n",
                  index, stored));
}

}  // namespace

Generator loop_store() {
  return {"loop_store",
          "global stores in a loop of each work-item along columns, alone or of what was loaded",
          {"loop_store", "gmem"},
          {{"dtype", {"float32", "float64"}},
           {"source", {"none", "other", "same"}},
           {"index", {"int", "long"}},
           {"pad", {"none", "16"}, true},
           {"group_size", {"64"}, true},
           {"items", {"4096", "16384"}, true},
           {"trips", {"16", "128"}, true}},
          make_loop_store};
}

}  // namespace clgauge::microbench
