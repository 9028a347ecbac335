#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// s += a[y * lda + k] * b[..]: the inner loop of a dense product in two dimensions. The leading
// dimension of b decides between cache sets: powers of two collide.
std::optional<MicroKernel> make_loop_dot(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t side = choice.integer("side");
  const std::int64_t trips = choice.integer("trips");
  const bool transposed = choice.text("b") == "row";
  const std::int64_t pad = choice.text("pad") == "none" ? 0 : choice.integer("pad");
  const std::int64_t local_x = choice.integer("local_x");
  const std::int64_t local_y = choice.integer("local_y");
  if (side % local_x != 0 || side % local_y != 0) return std::nullopt;
  const std::int64_t lda = trips + pad;
  const std::int64_t ldb = (transposed ? trips : side) + pad;
  const std::int64_t items = side * side;

  Draft draft("loop_dot");
  draft.input("a", dtype, 1, (side - 1) * lda + trips, Fill::iota);
  draft.input("b", dtype, 1, transposed ? (side - 1) * ldb + trips : (trips - 1) * ldb + side,
              Fill::iota);
  draft.output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("lda", "int32", static_cast<double>(lda));
  draft.scalar("ldb", "int32", static_cast<double>(ldb));
  draft.scalar("n", "int32", static_cast<double>(side));
  draft.range(side, side, local_x, local_y).work("madd", items * trips);
  draft.op("madd", dtype, items * trips);
  draft.access("a", "load", items * trips).access("b", "load", items * trips);
  draft.access("out", "store", items);
  for (const auto& [x, y] :
       {std::pair<std::int64_t, std::int64_t>{0, 0}, {side - 1, 1}, {side / 2, side - 1}}) {
    double sum = 0;
    for (std::int64_t k = 0; k < trips; ++k) {
      sum += iota_value(dtype, y * lda + k) *
             iota_value(dtype, transposed ? x * ldb + k : k * ldb + x);
    }
    // Products of up to 10^6 are summed in the type itself.
    draft.expect("out", y * side + x, sum, 100 * tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const int x = get_global_id(0);\n"
                  "  const int y = get_global_id(1);\n"
                  "  {} s = 0;\n"
                  "  for (int k = 0; k < trips; k++) {{\n"
                  "    s += a[y * lda + k] * b[{}];\n"
                  "  }}\n"
                  "  out[y * n + x] = s;\n",
                  c_type(dtype), transposed ? "x * ldb + k" : "k * ldb + x"));
}

}  // namespace

Generator loop_dot() {
  return {"loop_dot",
          "dot products of rows with columns (or rows) in two dimensions: two loads for each madd",
          {"loop_dot", "gmem", "mix"},
          {{"dtype", {"float32", "float64"}},
           {"b", {"column", "row"}},
           {"pad", {"none", "16"}, true},
           {"local_x", {"16"}, true},
           {"local_y", {"16"}, true},
           {"side", {"128", "512"}, true},
           {"trips", {"64", "256"}, true}},
          make_loop_dot};
}

}  // namespace clgauge::microbench
