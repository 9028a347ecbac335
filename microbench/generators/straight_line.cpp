#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Polynomials by Horner's rule, written out: no loop keeps a compiler from making vectors of
// neighbouring work-items. One polynomial is a chain that waits for its own results; four of them
// have something to do meanwhile. a and b are 1, so every step adds 1 to what began as 1 + i + 1.
std::optional<MicroKernel> make_straight_line(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t polynomials = choice.integer("chains");
  const std::int64_t degree = choice.integer("degree");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");

  std::string declarations;
  std::string step;
  std::string sum = "y0";
  for (std::int64_t i = 0; i < polynomials; ++i) {
    declarations += fmt::format("  {0} y{1} = x + ({0}){2};\n", c_type(dtype), i, i + 1);
    step += fmt::format("  y{0} = y{0} * a + b;\n", i);
    if (i > 0) sum += fmt::format(" + y{}", i);
  }
  std::string body = fmt::format("  const int g = get_global_id(0);\n  const {} x = in[g];\n{}",
                                 c_type(dtype), declarations);
  for (std::int64_t k = 0; k < degree; ++k) body += step;
  body += fmt::format("  out[g] = {};\n", sum);

  Draft draft("straight_line");
  draft.input("in", dtype, 1, items, Fill::one).output("out", dtype, 1, items);
  draft.scalar("a", dtype, 1).scalar("b", dtype, 1);
  draft.range(items, group_size).work("madd", polynomials * degree * items);
  draft.access("in", "load", items).access("out", "store", items);
  draft.op("madd", dtype, polynomials * degree * items);
  draft.op("add", dtype, (2 * polynomials - 1) * items);
  const std::int64_t sum_of_starts = polynomials + polynomials * (polynomials + 1) / 2;
  const auto expected = static_cast<double>(sum_of_starts + polynomials * degree);
  draft.expect("out", 0, expected, tolerance_of(dtype));
  draft.expect("out", items - 1, expected, tolerance_of(dtype));
  return draft.finish(body);
}

}  // namespace

Generator straight_line() {
  return {"straight_line",
          "arithmetic without a loop: polynomials by Horner's rule, one or several at once",
          {"straight_line", "flops"},
          {{"dtype", {"float32", "float64"}, false},
           {"chains", {"1", "4"}, true},
           {"degree", {"16", "128"}, true},
           {"group_size", {"64"}, true},
           {"items", {"16384", "131072"}, true}},
          make_straight_line};
}

}  // namespace clgauge::microbench
