#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "microbench/generators/draft.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {
namespace {

// Twelve variables and what they share stay in sixteen registers.
constexpr std::size_t kVariables = 12;
using Values = std::array<std::int64_t, kVariables>;

std::int64_t wrapped(std::uint64_t value) { return value & 0xffffffffU; }

std::int64_t shifted(std::int64_t x) {
  const auto value = static_cast<std::uint64_t>(x);
  return wrapped((value << 7) ^ (value >> 3));
}

// One kind of instruction of vectors: how a variable {0} is updated, with {1} and {2}, the next
// ones, and the arguments a and b, both 1, which the compiler does not know. All values are exact.
struct LaneWork {
  const char* work;
  const char* dtype;
  const char* statement;
  // Of variable i; the others as they are by then.
  void (*step)(Values& x, std::size_t i);
  // What one update counts as: operation, type, how often.
  std::array<std::pair<const char*, const char*>, 3> ops;
};

std::size_t next(std::size_t i) { return (i + 1) % kVariables; }

constexpr std::array<LaneWork, 6> kLaneWork{{
    {"add",
     "float32",
     "x{0} = x{0} + b;",
     [](Values& x, std::size_t i) { x[i] += 1; },
     {{{"add", "float32"}}}},
    {"integer",
     "uint32",
     "x{0} = (x{0} + x{1}) ^ a;",
     [](Values& x, std::size_t i) {
       x[i] = wrapped(static_cast<std::uint64_t>(x[i] + x[next(i)])) ^ 1;
     },
     {{{"add", "int32"}, {"bit", "int32"}}}},
    {"multiply",
     "uint32",
     "x{0} = x{0} * x{1} + a;",
     [](Values& x, std::size_t i) {
       x[i] =
           wrapped(static_cast<std::uint64_t>(x[i]) * static_cast<std::uint64_t>(x[next(i)]) + 1);
     },
     {{{"mul", "int32"}, {"add", "int32"}}}},
    {"shift",
     "uint32",
     "x{0} = (x{0} << 7) ^ (x{0} >> 3);",
     [](Values& x, std::size_t i) { x[i] = shifted(x[i]); },
     {{{"bit", "int32"}, {"bit", "int32"}, {"bit", "int32"}}}},
    {"convert",
     "float32",
     "x{0} = (float)(int)(x{0} * a);",
     [](Values& /*x*/, std::size_t /*i*/) {},
     {{{"mul", "float32"}, {"cvt", "float32"}, {"cvt", "int32"}}}},
    // Whether two numbers are in order says whether two others change places.
    {"select",
     "float32",
     "{{ const int m = x{0} < x{1}; const float t = m ? x{2} : x{0}; x{2} = m ? x{0} : x{2}; "
     "x{0} = t; }}",
     [](Values& x, std::size_t i) {
       if (x[i] < x[next(i)]) std::swap(x[i], x[next(next(i))]);
     },
     {{{"cmp", "float32"}, {"select", "float32"}, {"select", "float32"}}}},
}};

// Of neighbours first, so that it waits for few of its additions.
std::string sum_of(std::size_t first, std::size_t count) {
  const std::size_t half = count / 2;
  return count == 1 ? fmt::format("x{}", first)
                    : "(" + sum_of(first, half) + " + " + sum_of(first + half, count - half) + ")";
}

// Independent updates of one kind, written out: compilers make vectors of neighbouring work-items.
std::optional<MicroKernel> make_lane_work(const Choice& choice) {
  const std::string& name = choice.text("work");
  const auto* const one =
      std::ranges::find_if(kLaneWork, [&](const LaneWork& known) { return name == known.work; });
  const std::int64_t degree = choice.integer("degree");
  const std::int64_t items = choice.integer("items");
  if (one == kLaneWork.end()) return std::nullopt;

  const std::string type = c_type(one->dtype);
  std::string body =
      fmt::format("  const int g = get_global_id(0);\n  const {} x = in[g];\n", type);
  Values x{};
  for (std::size_t i = 0; i < kVariables; ++i) {
    // Of different sizes, in no order.
    const std::size_t start = 1 + (5 * i) % kVariables;
    x.at(i) = static_cast<std::int64_t>(1 + start);
    body += fmt::format("  {0} x{1} = x + ({0}){2};\n", type, i, start);
  }
  for (std::int64_t k = 0; k < degree; ++k) {
    for (std::size_t i = 0; i < kVariables; ++i) {
      body += "  " + fmt::format(fmt::runtime(one->statement), i, next(i), next(next(i))) + "\n";
      one->step(x, i);
    }
  }
  body += "  out[g] = " + sum_of(0, kVariables) + ";\n";

  const auto variables = static_cast<std::int64_t>(kVariables);
  Draft draft("lane_work");
  draft.input("in", one->dtype, 1, items, Fill::one).output("out", one->dtype, 1, items);
  draft.scalar("a", one->dtype, 1).scalar("b", one->dtype, 1);
  draft.range(items, choice.integer("group_size")).work("update", variables * degree * items);
  draft.access("in", "load", items).access("out", "store", items);
  for (const auto& [op, dtype] : one->ops) {
    if (op != nullptr) draft.op(op, dtype, variables * degree * items);
  }
  const std::string counted = one->dtype == std::string("uint32") ? "int32" : one->dtype;
  draft.op("add", counted, (2 * variables - 1) * items);
  std::uint64_t expected = 0;
  for (const std::int64_t value : x) expected += static_cast<std::uint64_t>(value);
  const bool is_float = counted == one->dtype;
  for (const std::int64_t element : {std::int64_t{0}, items - 1}) {
    draft.expect("out", element, static_cast<double>(is_float ? expected : expected & 0xffffffffU),
                 0);
  }
  return draft.finish(body);
}

}  // namespace

Generator lane_work() {
  return {"lane_work",
          "instructions of one class on vectors of work-items: their throughput",
          {"lane_work"},
          {{"work", {"add", "integer", "multiply", "shift", "convert", "select"}},
           {"degree", {"8", "32"}, true},
           {"group_size", {"64"}, true},
           {"items", {"65536"}, true}},
          make_lane_work};
}

}  // namespace clgauge::microbench
