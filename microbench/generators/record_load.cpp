#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Work-items each load a whole record of an array of structures: compilers that make vectors of
// neighbouring work-items gather its members one after the other from the same lines. No prefetcher
// follows gathers, and few lines are on their way at a time.
std::optional<MicroKernel> make_record_load(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::string& result = choice.text("result");
  const std::int64_t members = choice.integer("members");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  if (items % group_size != 0) return std::nullopt;
  const bool is_record = result == "record";
  const std::int64_t of_result = is_record ? members : 1;

  Draft draft("record_load");
  draft.input("a", dtype, 1, items * members, Fill::iota);
  draft.output("out", dtype, 1, items * of_result);
  draft.range(items, group_size).work("load", items * members);
  draft.access("a", "load", items * members).access("out", "store", items * of_result);
  std::string body = "  const int g = get_global_id(0);\n";
  if (is_record) {
    for (std::int64_t m = 0; m < members; ++m) {
      body += fmt::format("  const {} m{} = a[g * {} + {}];\n", c_type(dtype), m, members, m);
    }
    for (std::int64_t m = 0; m < members; ++m) {
      body += fmt::format("  out[g * {} + {}] = m{};\n", members, m, members - 1 - m);
    }
  } else {
    body += "  out[g] = ";
    for (std::int64_t m = 0; m < members; ++m) {
      body += fmt::format("{}a[g * {} + {}]", m == 0 ? "" : " + ", members, m);
    }
    body += ";\n";
    draft.op("add", dtype, items * (members - 1));
  }
  for (const std::int64_t g : {std::int64_t{0}, items / 2 + 1, items - 1}) {
    double sum = 0;
    for (std::int64_t m = 0; m < members; ++m) {
      sum += iota_value(dtype, g * members + m);
    }
    const std::int64_t last = g * members + members - 1;
    draft.expect("out", is_record ? last : g, is_record ? iota_value(dtype, g * members) : sum,
                 tolerance_of(dtype));
  }
  return draft.finish(body);
}

}  // namespace

Generator record_load() {
  return {"record_load",
          "whole records of an array of structures by each work-item, added up or stored reversed",
          {"record_load", "gmem"},
          {{"dtype", {"float32", "float64"}},
           {"result", {"sum", "record"}},
           {"members", {"4", "8", "16"}, true},
           {"group_size", {"64"}, true},
           {"items", {"16384", "1048576"}, true}},
          make_record_load};
}

}  // namespace clgauge::microbench
