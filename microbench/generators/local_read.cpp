#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr std::int64_t kWindow = 32;  // loads between two barriers

// Fills a tile, then reads it kWindow times between barriers, work-items `lstride` elements apart:
// what a staged tile costs to read, and how bank conflicts show.
std::optional<MicroKernel> make_local_read(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t stride = choice.text("lstride") == "0" ? 0 : choice.integer("lstride");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const std::int64_t trips = choice.integer("trips");
  // Every element that is read has been stored by the work-item of that number.
  const std::int64_t reach = (group_size - 1) * stride + kWindow;
  const std::int64_t per_item = (reach + group_size - 1) / group_size;
  const std::int64_t tile = per_item * group_size;

  std::string body = "  const int g = get_global_id(0);\n  const int l = get_local_id(0);\n";
  body += fmt::format("  const {} v = in[g];\n", c_type(dtype));
  for (std::int64_t i = 0; i < per_item; ++i) {
    body += fmt::format("  tile[l + {}] = v;\n", i * group_size);
  }
  body += fmt::format("  {} s = 0;\n", c_type(dtype));
  const std::string base = stride == 0   ? ""
                           : stride == 1 ? "l + "
                                         : fmt::format("l * {} + ", stride);
  body += fmt::format(
      "  for (int t = 0; t < trips; t++) {{\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    for (int k = 0; k < {}; k++) s += tile[{}k];\n"
      "  }}\n  out[g] = s;\n",
      kWindow, base);

  const std::int64_t reads = items * trips * kWindow;
  Draft draft("local_read");
  draft.input("in", dtype, 1, items, Fill::one).output("out", dtype, 1, items);
  draft.local_array("tile", dtype, tile);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(items, group_size).work("local load", reads);
  draft.access("in", "load", items).access("out", "store", items);
  draft.access("tile", "store", items * per_item).access("tile", "load", reads);
  draft.op("add", dtype, reads).barriers(items * trips);
  const auto expected = static_cast<double>(trips * kWindow);
  draft.expect("out", 0, expected, tolerance_of(dtype));
  draft.expect("out", items - 1, expected, tolerance_of(dtype));
  return draft.finish(body);
}

}  // namespace

Generator local_read() {
  return {"local_read",
          "reads of a tile in local memory by stride between work-items",
          {"local_read", "lmem"},
          {{"dtype", {"float32", "float64"}},
           {"lstride", {"0", "1", "2", "4", "8", "16", "32"}, true},
           {"group_size", {"64", "256"}, true},
           {"groups", {"64"}, true},
           {"trips", {"4", "32"}, true}},
          make_local_read};
}

}  // namespace clgauge::microbench
