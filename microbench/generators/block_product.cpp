#include <fmt/format.h>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// What stays in the first cache: depth x rows values, depth x columns vectors.
constexpr std::int64_t kDepth = 32;

// A block of rows x columns vectors += a column of values times a row of vectors, over and over, as
// a matrix product does that keeps a block of its result in registers: the vector units are as busy
// as a core can have them with operands from the first cache, and that is what makes it turn its
// clock down.
std::optional<MicroKernel> make_block_product(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const std::int64_t lanes = choice.integer("lanes");
  const std::int64_t rows = choice.integer("rows");
  const std::int64_t columns = choice.integer("columns");
  const std::int64_t groups = choice.integer("groups");
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t passes = groups * trips * kDepth;

  std::string declarations;
  std::string loads;
  std::string products;
  std::string sum;
  for (std::int64_t j = 0; j < columns; ++j) {
    loads +=
        fmt::format("      const {0} b{1} = b[k * {2} + {1}];\n", c_type(dtype, lanes), j, columns);
  }
  for (std::int64_t i = 0; i < rows; ++i) {
    products += fmt::format("      const {0} a{1} = a[k * {2} + {1}];\n", c_type(dtype), i, rows);
    for (std::int64_t j = 0; j < columns; ++j) {
      declarations += fmt::format("  {} s{}_{} = 0;\n", c_type(dtype, lanes), i, j);
      products += fmt::format("      s{0}_{1} += a{0} * b{1};\n", i, j);
      sum += fmt::format("{}s{}_{}", sum.empty() ? "" : " + ", i, j);
    }
  }
  const std::string body = fmt::format(
      "  const int g = get_global_id(0);\n{}  for (int t = 0; t < trips; t++) {{\n"
      "    for (int k = 0; k < {}; k++) {{\n{}{}    }}\n  }}\n  out[g] = {};\n",
      declarations, kDepth, loads, products, sum);

  Draft draft("block_product");
  draft.input("a", dtype, 1, kDepth * rows, Fill::iota);
  draft.input("b", dtype, lanes, kDepth * columns, Fill::iota);
  draft.output("out", dtype, lanes, groups);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.range(groups, 1).work("madd", passes * rows * columns * lanes);
  draft.op("madd", dtype, passes * rows * columns * lanes);
  draft.op("add", dtype, groups * (rows * columns - 1) * lanes);
  draft.access("a", "load", passes * rows).access("b", "load", passes * columns);
  draft.access("out", "store", groups);
  double expected = 0;
  for (std::int64_t k = 0; k < kDepth; ++k) {
    double of_a = 0;
    double of_b = 0;
    for (std::int64_t i = 0; i < rows; ++i) of_a += iota_value(dtype, k * rows + i);
    for (std::int64_t j = 0; j < columns; ++j) of_b += iota_value(dtype, (k * columns + j) * lanes);
    expected += of_a * of_b;
  }
  for (const std::int64_t g : {std::int64_t{0}, groups - 1}) {
    draft.expect("out", g * lanes, static_cast<double>(trips) * expected,
                 1000 * tolerance_of(dtype));
  }
  return draft.finish(body);
}

}  // namespace

Generator block_product() {
  return {"block_product",
          "products of a column and a row, added to a block of vectors in registers",
          {"block_product", "mix"},
          {{"dtype", {"float32", "float64"}},
           {"lanes", {"4", "8", "16"}},
           {"rows", {"4", "8"}},
           {"columns", {"1", "3"}},
           {"groups", {"64"}, true},
           {"trips", {"32", "128"}, true}},
          make_block_product};
}

}  // namespace clgauge::microbench
