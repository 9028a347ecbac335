#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

constexpr std::int64_t kVariables = 32;
// Integer chains read another variable, whose last update lies 24 statements back; a chain of
// its own (x += b) would be replaced by its closed form.
constexpr std::int64_t kPartnerDistance = 8;

// One operation of a chain: how it is written, what it does to a value, what it counts as. The
// arguments a and b are unknown to the compiler and chosen so that values stay moderate: all maps
// either keep integers exact or run into a fixed point.
struct FloatChain {
  const char* op;
  const char* statement;  // {0}: the variable
  double a;
  double b;
  double (*step)(double x, double a, double b);
  const char* extra_op;  // what else one statement counts as, or nothing
};

constexpr std::array<FloatChain, 10> kFloatChains{{
    {"add", "{0} = {0} + b;", 0, 1, [](double x, double, double b) { return x + b; }, nullptr},
    {"mul", "{0} = {0} * a;", 1, 0, [](double x, double a, double) { return x * a; }, nullptr},
    {"madd", "{0} = {0} * a + b;", 1, 1, [](double x, double a, double b) { return x * a + b; },
     nullptr},
    {"div", "{0} = a / {0};", 3, 0, [](double x, double a, double) { return a / x; }, nullptr},
    {"sqrt", "{0} = sqrt({0});", 0, 0, [](double x, double, double) { return std::sqrt(x); },
     nullptr},
    {"rsqrt", "{0} = rsqrt({0});", 0, 0, [](double x, double, double) { return 1 / std::sqrt(x); },
     nullptr},
    {"exp", "{0} = exp({0} * a);", -1, 0,
     [](double x, double a, double) { return std::exp(x * a); }, "mul"},
    {"log", "{0} = log({0}) + b;", 0, 2, [](double x, double, double b) { return std::log(x) + b; },
     "add"},
    {"sin", "{0} = sin({0});", 0, 0, [](double x, double, double) { return std::sin(x); }, nullptr},
    {"pow", "{0} = pow({0}, a);", 0.5, 0, [](double x, double a, double) { return std::pow(x, a); },
     nullptr},
}};

struct IntegerChain {
  const char* op;
  const char* statement;  // {0}: the variable, {1}: its partner
  std::uint32_t (*step)(std::uint32_t x, std::uint32_t partner);
};

constexpr std::array<IntegerChain, 3> kIntegerChains{{
    {"add", "{0} = {0} + {1};", [](std::uint32_t x, std::uint32_t p) { return x + p; }},
    {"mul", "{0} = {0} * {1};", [](std::uint32_t x, std::uint32_t p) { return x * p; }},
    {"bit", "{0} = {0} ^ {1};", [](std::uint32_t x, std::uint32_t p) { return x ^ p; }},
}};

// Special functions of float32 may be off by some units in the last place at every step; all maps
// above contract or keep exact, so that such errors do not build up.
double chain_tolerance(const std::string& op, const std::string& dtype) {
  const bool exact = op == "add" || op == "mul" || op == "madd" || op == "bit";
  return exact ? tolerance_of(dtype) : std::max(1e-10, 300 * tolerance_of(dtype));
}

std::string chain_body(const std::string& type, const std::string& kernel_trip) {
  std::string body = "  const int g = get_global_id(0);\n";
  body += fmt::format("  const {} seed = in[g];\n", type);
  for (std::int64_t i = 0; i < kVariables; ++i) {
    body += fmt::format("  {} x{} = seed + ({}){};\n", type, i, type, i + 1);
  }
  body += "  for (int t = 0; t < trips; t++) {\n" + kernel_trip + "  }\n  out[g] = x0";
  for (std::int64_t i = 1; i < kVariables; ++i) body += fmt::format(" + x{}", i);
  return body + ";\n";
}

std::string variable(std::int64_t i) { return fmt::format("x{}", i % kVariables); }

// Inputs are all 1, so variable i starts at i + 2.
double sum_after(const FloatChain& chain, std::int64_t trips) {
  double sum = 0;
  for (std::int64_t i = 0; i < kVariables; ++i) {
    double x = static_cast<double>(i) + 2;
    for (std::int64_t t = 0; t < trips; ++t) x = chain.step(x, chain.a, chain.b);
    sum += x;
  }
  return sum;
}

double sum_after(const IntegerChain& chain, std::int64_t trips) {
  std::array<std::uint32_t, kVariables> x{};
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::uint32_t>(i) + 2;
  for (std::int64_t t = 0; t < trips; ++t) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = chain.step(x[i], x[(i + kPartnerDistance) % x.size()]);
    }
  }
  std::uint32_t sum = 0;
  for (const std::uint32_t value : x) sum += value;
  return sum;
}

std::optional<MicroKernel> make(const Choice& choice) {
  const std::string& op = choice.text("op");
  const std::string& dtype = choice.text("dtype");
  const std::int64_t lanes = choice.integer("lanes");
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const bool integer = dtype == "int32";
  // Unsigned in the kernel, because overflow of a signed integer is undefined.
  const std::string stored = integer ? "uint32" : dtype;
  const std::string type = c_type(stored, lanes);

  std::string trip;
  std::string extra_op;
  double expected = 0;
  double a = 0;
  double b = 0;
  if (integer) {
    const auto* chain = std::find_if(kIntegerChains.begin(), kIntegerChains.end(),
                                     [&](const IntegerChain& c) { return op == c.op; });
    if (chain == kIntegerChains.end()) return std::nullopt;
    for (std::int64_t i = 0; i < kVariables; ++i) {
      trip +=
          "    " +
          fmt::format(fmt::runtime(chain->statement), variable(i), variable(i + kPartnerDistance)) +
          "\n";
    }
    expected = sum_after(*chain, trips);
  } else {
    const auto* chain = std::find_if(kFloatChains.begin(), kFloatChains.end(),
                                     [&](const FloatChain& c) { return op == c.op; });
    if (chain == kFloatChains.end()) return std::nullopt;
    for (std::int64_t i = 0; i < kVariables; ++i) {
      trip += "    " + fmt::format(fmt::runtime(chain->statement), variable(i)) + "\n";
    }
    expected = sum_after(*chain, trips);
    if (chain->extra_op != nullptr) extra_op = chain->extra_op;
    a = chain->a;
    b = chain->b;
  }

  const std::int64_t chained = kVariables * trips * items * lanes;
  Draft draft("arithmetic");
  draft.input("in", stored, lanes, items, Fill::one).output("out", stored, lanes, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  if (!integer) draft.scalar("a", stored, a).scalar("b", stored, b);
  draft.range(items, group_size).work("operation", chained);
  draft.op(op, dtype, chained).op("add", dtype, (2 * kVariables - 1) * items * lanes);
  if (!extra_op.empty()) draft.op(extra_op, dtype, chained);
  draft.access("in", "load", items).access("out", "store", items);
  const double tolerance = chain_tolerance(op, dtype);
  draft.expect("out", 0, expected, tolerance);
  draft.expect("out", items * lanes - 1, expected, tolerance);
  return draft.finish(chain_body(type, trip));
}

}  // namespace

Generator arithmetic() {
  return {
      "arithmetic",
      "32 independent chains of one operation: its throughput by type and vector width",
      {"arithmetic", "flops"},
      {{"op", {"add", "mul", "madd", "div", "sqrt", "rsqrt", "exp", "log", "sin", "pow", "bit"}},
       {"dtype", {"float32", "float64", "float16", "int32"}},
       {"lanes", {"1", "2", "4", "8", "16"}},
       {"group_size", {"64"}, true},
       {"groups", {"64"}, true},
       {"trips", {"16", "128"}, true}},
      make};
}

}  // namespace clgauge::microbench
