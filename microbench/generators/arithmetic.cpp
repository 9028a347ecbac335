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
  const char* extra_op;  // what else one statement counts as, or nothing
};

constexpr std::array<IntegerChain, 4> kIntegerChains{{
    {"add", "{0} = {0} + {1};", [](std::uint32_t x, std::uint32_t p) { return x + p; }, nullptr},
    {"mul", "{0} = {0} * {1};", [](std::uint32_t x, std::uint32_t p) { return x * p; }, nullptr},
    {"bit", "{0} = {0} ^ {1};", [](std::uint32_t x, std::uint32_t p) { return x ^ p; }, nullptr},
    // Never zero.
    {"div", "{0} = {1} / {0} + 1u;", [](std::uint32_t x, std::uint32_t p) { return p / x + 1; },
     "add"},
}};

// Special functions of float32 may be off by some units in the last place at every step; all maps
// above contract or keep exact, so that such errors do not build up.
double chain_tolerance(const std::string& op, const std::string& dtype) {
  const bool exact = dtype == "int32" || op == "add" || op == "mul" || op == "madd" || op == "bit";
  return exact ? tolerance_of(dtype) : std::max(1e-10, 300 * tolerance_of(dtype));
}

// What one kernel of this family does, whatever its operation.
struct Chains {
  std::string statements;  // of one trip
  std::string extra_op;    // what each statement counts as besides the operation, or empty
  double a = 0;
  double b = 0;
  double expected = 0;  // sum of all variables after the trips
};

// Inputs are all 1, so variable i starts at i + 2.
double start_of(std::int64_t variable) { return static_cast<double>(variable) + 2; }

std::optional<Chains> float_chains(const std::string& op, std::int64_t variables,
                                   std::int64_t trips) {
  const auto* chain = std::find_if(kFloatChains.begin(), kFloatChains.end(),
                                   [&](const FloatChain& c) { return op == c.op; });
  if (chain == kFloatChains.end()) return std::nullopt;
  Chains out;
  out.a = chain->a;
  out.b = chain->b;
  if (chain->extra_op != nullptr) out.extra_op = chain->extra_op;
  for (std::int64_t i = 0; i < variables; ++i) {
    const std::string name = fmt::format("x{}", i);
    out.statements += "    " + fmt::format(fmt::runtime(chain->statement), name) + "\n";
    double x = start_of(i);
    for (std::int64_t t = 0; t < trips; ++t) x = chain->step(x, chain->a, chain->b);
    out.expected += x;
  }
  return out;
}

// Integer chains read another variable, whose last update lies three quarters of a trip back; a
// chain of its own (x += b) would be replaced by its closed form.
std::optional<Chains> integer_chains(const std::string& op, std::int64_t variables,
                                     std::int64_t trips) {
  const auto* chain = std::find_if(kIntegerChains.begin(), kIntegerChains.end(),
                                   [&](const IntegerChain& c) { return op == c.op; });
  if (chain == kIntegerChains.end()) return std::nullopt;
  const auto count = static_cast<std::size_t>(variables);
  const auto partner = [count](std::size_t i) { return (i + count / 4) % count; };
  Chains out;
  if (chain->extra_op != nullptr) out.extra_op = chain->extra_op;
  std::vector<std::uint32_t> x(count);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = static_cast<std::uint32_t>(i) + 2;
    out.statements += "    " +
                      fmt::format(fmt::runtime(chain->statement), fmt::format("x{}", i),
                                  fmt::format("x{}", partner(i))) +
                      "\n";
  }
  for (std::int64_t t = 0; t < trips; ++t) {
    for (std::size_t i = 0; i < count; ++i) x[i] = chain->step(x[i], x[partner(i)]);
  }
  std::uint32_t sum = 0;
  for (const std::uint32_t value : x) sum += value;
  out.expected = sum;
  return out;
}

std::string body_of(const Chains& chains, const std::string& type, std::int64_t variables) {
  std::string body = "  const int g = get_global_id(0);\n";
  body += fmt::format("  const {} seed = in[g];\n", type);
  std::string sum = "x0";
  for (std::int64_t i = 0; i < variables; ++i) {
    body += fmt::format("  {} x{} = seed + ({}){};\n", type, i, type, i + 1);
    if (i > 0) sum += fmt::format(" + x{}", i);
  }
  return body + fmt::format("  for (int t = 0; t < trips; t++) {{\n{}  }}\n  out[g] = {};\n",
                            chains.statements, sum);
}

std::optional<MicroKernel> make_arithmetic(const Choice& choice) {
  const std::string& op = choice.text("op");
  const std::string& dtype = choice.text("dtype");
  const std::int64_t lanes = choice.integer("lanes");
  const std::int64_t variables = choice.integer("chains");
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("groups") * group_size;
  const bool integer = dtype == "int32";
  const auto chains =
      integer ? integer_chains(op, variables, trips) : float_chains(op, variables, trips);
  if (!chains) return std::nullopt;

  // Unsigned in the kernel, because overflow of a signed integer is undefined.
  const std::string stored = integer ? "uint32" : dtype;
  const std::int64_t chained = variables * trips * items * lanes;
  Draft draft("arithmetic");
  draft.input("in", stored, lanes, items, Fill::one).output("out", stored, lanes, items);
  draft.scalar("trips", "int32", static_cast<double>(trips));
  if (!integer) draft.scalar("a", stored, chains->a).scalar("b", stored, chains->b);
  draft.range(items, group_size).work("operation", chained);
  draft.op(op, dtype, chained).op("add", dtype, (2 * variables - 1) * items * lanes);
  if (!chains->extra_op.empty()) draft.op(chains->extra_op, dtype, chained);
  draft.access("in", "load", items).access("out", "store", items);
  const double tolerance = chain_tolerance(op, dtype);
  draft.expect("out", 0, chains->expected, tolerance);
  draft.expect("out", items * lanes - 1, chains->expected, tolerance);
  return draft.finish(body_of(*chains, c_type(stored, lanes), variables));
}

}  // namespace

Generator arithmetic() {
  return {
      "arithmetic",
      "independent chains of one operation: its throughput by type and vector width",
      {"arithmetic", "flops"},
      {{"op", {"add", "mul", "madd", "div", "sqrt", "rsqrt", "exp", "log", "sin", "pow", "bit"}},
       {"dtype", {"float32", "float64", "float16", "int32"}},
       {"lanes", {"1", "2", "4", "8", "16"}},
       {"chains", {"32"}, true},
       {"group_size", {"64"}, true},
       {"groups", {"64"}, true},
       {"trips", {"16", "128"}, true}},
      make_arithmetic};
}

}  // namespace clgauge::microbench
