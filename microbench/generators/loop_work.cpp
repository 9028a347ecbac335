#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// What an iteration makes of its number t, from 1 on, to add it up. `a` is 1 and `c` a fraction
// that brings t to within 1; the compiler knows neither.
struct Function {
  const char* op;
  const char* statement;
  double (*value)(double x);
};

constexpr std::array<Function, 4> kFunctions{{
    {"div", "u = a / u;", [](double x) { return 1 / x; }},
    {"exp", "u = exp(u);", [](double x) { return std::exp(x); }},
    {"log", "u = log(u);", [](double x) { return std::log(x); }},
    {"sin", "u = sin(u);", [](double x) { return std::sin(x); }},
}};

// The statements of one iteration, what they count as, and what all of them add up to.
struct Iteration {
  std::string statements;
  double result = 0;
};

Iteration float_steps(std::int64_t degree, std::int64_t trips) {
  Iteration body;
  for (std::int64_t i = 0; i < degree; ++i) {
    body.statements += i % 2 == 0 ? "    u = u * a - t;\n" : "    u = u * x + t;\n";
  }
  body.statements += "    s = s + u;\n";
  const std::int64_t sum = trips * (trips + 1) / 2;
  body.result = static_cast<double>(sum);
  return body;
}

// The same steps of the sum itself, which each wait for the one before: their latency.
Iteration float_chain(std::int64_t degree, std::int64_t trips) {
  Iteration body;
  for (std::int64_t i = 0; i < degree; ++i) {
    body.statements += i % 2 == 0 ? "    s = s * a - u;\n" : "    s = s * x + u;\n";
  }
  body.statements += "    s = s + a;\n";
  body.result = static_cast<double>(trips);
  return body;
}

// No compiler can put the last one into another order.
Iteration integer_steps(std::int64_t degree, std::int64_t trips, bool is_long) {
  Iteration body;
  for (std::int64_t i = 0; i < degree; ++i) {
    body.statements += i % 2 == 0 ? "    u = (u << 5) + t;\n" : "    u = (u >> 5) ^ x;\n";
  }
  // The other way where 64 bits would lose none of them, nor be told by a double.
  body.statements += is_long ? "    s = (s >> 1) ^ u;\n" : "    s = (s << 1) ^ u;\n";
  std::uint32_t s = 0;
  for (std::uint32_t t = 1; t <= static_cast<std::uint32_t>(trips); ++t) {
    std::uint32_t u = t;
    for (std::int64_t i = 0; i < degree; ++i) u = i % 2 == 0 ? (u << 5U) + t : (u >> 5U) ^ 1U;
    s = (is_long ? s >> 1U : s << 1U) ^ u;
  }
  body.result = s;
  return body;
}

Iteration function_of(const Function& function, double fraction, std::int64_t trips) {
  Iteration body;
  body.statements = fmt::format("    u = u * c;\n    {}\n    s = s + u;\n", function.statement);
  for (std::int64_t t = 1; t <= trips; ++t) {
    body.result += function.value(static_cast<double>(t) * fraction);
  }
  return body;
}

// A loop whose iterations wait for nothing but one sum, and in which no two operations can share an
// instruction: the throughput of what a compiler leaves to one work-item after another. Where it
// makes vectors of work-items all the same, it is that of straight code.
std::optional<MicroKernel> make_loop_work(const Choice& choice) {
  const std::string& work = choice.text("work");
  const std::string& dtype = choice.text("dtype");
  const bool plain = work == "steps" || work == "chain";
  const std::int64_t degree = plain ? choice.integer("degree") : 1;
  const std::int64_t trips = choice.integer("trips");
  const std::int64_t group_size = choice.integer("group_size");
  const std::int64_t items = choice.integer("items");
  const bool is_long = dtype == "int64";
  const bool integer = dtype == "uint32" || is_long;
  const auto* const function =
      std::ranges::find_if(kFunctions, [&](const Function& known) { return work == known.op; });
  if (items % group_size != 0 || (integer && work != "steps")) return std::nullopt;
  if (plain ? degree % 2 != 0 : function == kFunctions.end()) return std::nullopt;

  const std::int64_t iterations = items * trips;
  Draft draft("loop_work");
  draft.input("in", dtype, 1, items, Fill::one).output("out", dtype, 1, items);
  draft.scalar("trips", "int32", static_cast<double>(trips)).scalar("a", dtype, 1);
  draft.range(items, group_size).work("iteration", iterations);
  draft.access("in", "load", items).access("out", "store", items);
  Iteration body;
  double tolerance = tolerance_of(dtype);
  if (!plain) {
    const double fraction = 1 / static_cast<double>(trips);
    body = function_of(*function, fraction, trips);
    draft.scalar("c", dtype, fraction);
    draft.op("add", dtype, 2 * iterations + items).op("mul", dtype, iterations);
    draft.op(work, dtype, iterations);
    tolerance = std::max(1e-10, 300 * tolerance);  // functions may be off by some units
  } else if (integer) {
    body = integer_steps(degree, trips, is_long);
    const char* const counted = is_long ? "int64" : "int32";
    draft.op("add", counted, (1 + degree / 2) * iterations);
    draft.op("bit", counted, (2 + 3 * degree / 2) * iterations);
  } else {
    body = work == "steps" ? float_steps(degree, trips) : float_chain(degree, trips);
    draft.op("add", dtype, 2 * iterations).op("madd", dtype, degree * iterations);
  }
  draft.expect("out", 0, body.result, tolerance);
  draft.expect("out", items - 1, body.result, tolerance);
  return draft.finish(fmt::format(
      "  const int g = get_global_id(0);\n  const {0} x = in[g];\n  {0} s = {2};\n  {0} t = 0;\n"
      "  for (int k = 0; k < trips; k++) {{\n    t = t + a;\n    {0} u = t;\n{1}  }}\n"
      "  out[g] = s;\n",
      c_type(dtype), body.statements, plain ? "0" : "x - a"));
}

}  // namespace

Generator loop_work() {
  return {"loop_work",
          "arithmetic in a loop of which a compiler may make no vectors",
          {"loop_work", "flops"},
          {{"work", {"steps", "chain", "div", "exp", "log", "sin"}},
           {"dtype", {"float32", "float64", "uint32", "int64"}},
           {"degree", {"8"}, true},
           {"group_size", {"64"}, true},
           {"items", {"4096"}, true},
           {"trips", {"64"}, true}},
          make_loop_work};
}

}  // namespace clgauge::microbench
