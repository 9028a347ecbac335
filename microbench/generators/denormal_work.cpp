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

double factor(std::size_t i) { return 1.25 + 0.25 * static_cast<double>(i); }

// Each variable is made small and large again: products that are denormal numbers, or just are not,
// and of such. All values are exact.
MicroKernel make_products(const Choice& choice, bool are_denormal) {
  const std::string& dtype = choice.text("dtype");
  const std::string type = c_type(dtype);
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
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
  draft.access("out", "store", items);
  draft.op("mul", dtype, products + static_cast<std::int64_t>(kProducts + 1) * items);
  draft.op("add", dtype, static_cast<std::int64_t>(kProducts - 1) * items);

  std::string body =
      fmt::format("  const int g = get_global_id(0);\n  const {} x = start;\n", type);
  std::string step;
  std::string sum;
  double expected = 0;
  for (std::size_t i = 0; i < kProducts; ++i) {
    body += fmt::format("  {} x{} = x * ({}){};\n", type, i, type, factor(i));
    step += fmt::format("    x{0} = (x{0} * shrink) * grow;\n", i);
    sum += fmt::format("{}x{}", i == 0 ? "" : " + ", i);
    expected += factor(i);
  }
  for (const std::int64_t element : {std::int64_t{0}, items - 1}) {
    draft.expect("out", element, expected * small / smaller, tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("{}  for (int k = 0; k < trips; k++) {{\n{}  }}\n  out[g] = ({}) * grow;\n", body,
                  step, sum));
}

// Weighted means, as filters and attention make them: the weights are exponentials that are
// denormal numbers, or just are not.
MicroKernel make_weights(const Choice& choice, bool are_denormal) {
  const std::string& dtype = choice.text("dtype");
  const std::string type = c_type(dtype);
  const std::int64_t items = choice.integer("items");
  const std::int64_t trips = choice.integer("trips");
  // The logarithm of the least ordinary number is -87.3, or -708.4.
  const double least = dtype == "float32" ? -88.0 : -709.0;
  const double first = are_denormal ? least : least / 2;
  constexpr double kSpread = -1.0 / 16384;
  constexpr double kStep = -1.0 / 256;
  Draft draft("denormal_work");
  draft.output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  draft.scalar("first", dtype, first).scalar("spread", dtype, kSpread);
  draft.scalar("by", dtype, kStep);
  draft.range(items, choice.integer("group_size")).work("operation", trips * items);
  draft.access("out", "store", items);
  draft.op("cvt", dtype, items).op("madd", dtype, (1 + trips) * items);
  draft.op("exp", dtype, trips * items).op("add", dtype, 2 * trips * items);
  draft.op("div", dtype, items);
  for (const std::int64_t element : {std::int64_t{0}, items - 1}) {
    double weights = 0;
    double sum = 0;
    for (std::int64_t k = 0; k < trips; ++k) {
      const double x =
          first + static_cast<double>(element) * kSpread + static_cast<double>(k) * kStep;
      weights += std::exp(x - first);
      sum += std::exp(x - first) * x;
    }
    draft.expect("out", element, sum / weights, tolerance_of(dtype));
  }
  return draft.finish(
      fmt::format("  const int g = get_global_id(0);\n"
                  "  {0} x = first + ({0})g * spread;\n"
                  "  {0} weights = 0, sum = 0;\n"
                  "  for (int k = 0; k < trips; k++) {{\n"
                  "    const {0} weight = exp(x);\n"
                  "    weights += weight;\n"
                  "    sum += weight * x;\n"
                  "    x += by;\n"
                  "  }}\n"
                  "  out[g] = sum / weights;\n",
                  type));
}

// What is computed follows from scalar arguments, so that whoever counts assists needs no contents
// of buffers.
std::optional<MicroKernel> make_denormal_work(const Choice& choice) {
  const std::string& dtype = choice.text("dtype");
  const bool are_denormal = choice.text("numbers") == "denormal";
  if (dtype != "float32" && dtype != "float64") return std::nullopt;
  return choice.text("work") == "product" ? make_products(choice, are_denormal)
                                          : make_weights(choice, are_denormal);
}

}  // namespace

Generator denormal_work() {
  return {"denormal_work",
          "products and weights that are denormal numbers, for which processors take assists",
          {"denormal_work"},
          {{"work", {"product", "weight"}},
           {"dtype", {"float32", "float64"}},
           {"numbers", {"denormal", "normal"}},
           {"group_size", {"64"}, true},
           {"items", {"2048"}, true},
           {"trips", {"8", "32"}, true}},
          make_denormal_work};
}

}  // namespace clgauge::microbench
