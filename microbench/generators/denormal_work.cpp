#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr std::size_t kProducts = 4;

// A power of two that, times 1 to 2, is an ordinary number, and the square of which is denormal.
double small_of(const std::string& dtype) {
  return std::ldexp(1.0, dtype == "float32" ? -66 : -514);
}

// Products that are denormal numbers, or just are not: each variable is made small and large again.
// All values are exact, and follow from arguments, so that whoever counts assists needs no contents
// of buffers.
std::optional<MicroKernel> make_denormal_work(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const bool are_denormal = choice.text("products") == "denormal";
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
  if (dtype != "float32" && dtype != "float64") return std::nullopt;

  const double small = small_of(dtype);
  const double smaller = are_denormal ? small : 2 * std::sqrt(small);
  Draft draft("denormal_work");
  draft.output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("start", dtype, small).scalar("shrink", dtype, smaller);
  draft.scalar("grow", dtype, 1 / smaller);
  draft.range(items, choice.integer("group_size"));
  const auto products = static_cast<std::int64_t>(2 * kProducts) * trips * items;
  draft.work("operation", products);

  std::string body = fmt::format("  const int g = get_global_id(0);\n  const {0} x = start;\n",
                                 c_type(dtype));
  std::string step;
  std::string sum;
  for (std::size_t i = 0; i < kProducts; ++i) {
    body += fmt::format("  {} x{} = x * {};\n", c_type(dtype), i, 1.25 + 0.25 * static_cast<double>(i));
    step += fmt::format("    x{0} = (x{0} * shrink) * grow;\n", i);
    sum += fmt::format("{}x{}", i == 0 ? "" : " + ", i);
  }
  body += "  for (int k = 0; k < trips; k++) {\n" + step + "  }\n";
  body += fmt::format("  out[g] = ({}) * grow;\n", sum);
  draft.access("out", "store", items);
  draft.op("mul", dtype, products + static_cast<std::int64_t>(kProducts + 1) * items);
  draft.op("add", dtype, static_cast<std::int64_t>(kProducts - 1) * items);
  double expected = 0;
  for (std::size_t i = 0; i < kProducts; ++i) expected += 1.25 + 0.25 * static_cast<double>(i);
  for (const std::int64_t element : {std::int64_t{0}, items - 1}) {
    draft.expect("out", element, expected * small / smaller, tolerance_of(dtype));
  }
  return draft.finish(body);
}

}  // namespace

Generator denormal_work() {
  return {"denormal_work",
          "products that are denormal numbers, for which processors take assists",
          {"denormal_work"},
          {{"dtype", {"float32", "float64"}},
           {"products", {"denormal", "normal"}},
           {"group_size", {"64"}, true},
           {"items", {"2048"}, true},
           {"trips", {"8", "32"}, true}},
          make_denormal_work};
}

}  // namespace clgauge::microbench
