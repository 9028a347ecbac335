#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "loop_nest.h"

namespace clgauge::collector {
namespace {

using test::LoopNest;
using test::make_reference;
using test::values_of;

class RandomNests {
 public:
  explicit RandomNests(std::uint64_t seed) : random_(seed) {}

  std::int64_t pick(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }

  // A two-deep nest over a matrix of row pitch `pitch`, shifted, strided, guarded at random.
  LoopNest make(const std::string& pitch) {
    LoopNest nest;
    const std::string last_x = pick(0, 3) == 0 ? "y" : fmt::format("nx - {}", pick(1, 2));
    nest.loops = {{"y", std::to_string(pick(0, 1)), fmt::format("ny - {}", pick(1, 2))},
                  {"x", std::to_string(pick(0, 1)), last_x}};
    nest.offset = fmt::format("({}*y + {})*({}) + {}*x + {}", pick(1, 2), pick(0, 1), pitch,
                              pick(1, 2), pick(0, 2));
    if (pick(0, 2) == 0) nest.guards.push_back(fmt::format("x - y + {}", pick(0, 3)));
    if (pick(0, 3) == 0) nest.guards.push_back("nx - 2 - x");
    nest.width = pick(0, 4) == 0 ? 2 : 1;
    return nest;
  }

 private:
  std::mt19937_64 random_;
};

// Exact ones equal the enumeration, the others are never less.
TEST(FootprintProperty, AgreesWithEnumeration) {
  int exact = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    RandomNests random(seed);
    symbolic::Context context;
    context.assume_at_least(context.symbol_id("nx"), 1);
    context.assume_at_least(context.symbol_id("ny"), 1);
    const std::string pitch = random.pick(0, 1) == 0 ? "2*nx + 5" : "nx";
    std::vector<Reference> references;
    std::string description;
    for (std::int64_t i = random.pick(1, 3); i > 0; --i) {
      const LoopNest nest = random.make(pitch);
      references.push_back(make_reference(context, nest));
      description += nest.offset + "; ";
    }
    const Footprint footprint = footprint_of(context, references);
    exact += footprint.flag == CountFlag::exact ? 1 : 0;
    for (int trial = 0; trial < 5; ++trial) {
      const std::int64_t nx = random.pick(1, 9);
      const std::int64_t ny = random.pick(1, 9);
      const symbolic::Values values = values_of(context, {{"nx", nx}, {"ny", ny}});
      const auto expected = footprint_by_enumeration(context, references, values);
      const auto actual = symbolic::evaluate(context, footprint.elements, values);
      ASSERT_TRUE(expected && actual && actual->is_integer());
      const std::int64_t elements = symbolic::to_int64(actual->floor());
      if (footprint.flag == CountFlag::exact) {
        ASSERT_EQ(elements, *expected)
            << description << " nx=" << nx << " ny=" << ny << ", seed " << seed << ": "
            << symbolic::print(context, footprint.elements);
      } else {
        ASSERT_GE(elements, *expected) << description << footprint.reason << ", seed " << seed;
      }
    }
  }
  EXPECT_GT(exact, 40);
}

}  // namespace
}  // namespace clgauge::collector
