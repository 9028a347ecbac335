// The collector reads the same descriptions: its symbolic NDRange, at every size, is the one that
// is launched, and it understands every constraint as an assumption.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "collector/kernel/launch_parser.h"
#include "collector/symbolic/context.h"
#include "collector/symbolic/evaluate.h"
#include "collector/symbolic/operations.h"
#include "kernels/catalogue.h"

namespace clgauge::kernels {
namespace {

std::optional<std::int64_t> value_of(symbolic::Context& context, const symbolic::Poly& poly,
                                     const Sizes& sizes) {
  symbolic::Values values;
  for (const auto& [name, value] : sizes) {
    values[context.symbol_id(name)] = value;
  }
  const auto value = symbolic::evaluate(context, poly, values);
  if (!value || !value->is_integer()) {
    return std::nullopt;
  }
  return symbolic::to_int64(value->floor());
}

void expect_same_launch(const Variant& variant, const Sizes& sizes) {
  symbolic::Context context;
  collector::LaunchDescription description;
  description.global = variant.global;
  description.local = variant.local;
  description.assumptions = variant.constraints;
  const collector::ParsedLaunch parsed = collector::parse_launch(context, description);
  const Launch launch = launch_of(variant, sizes);
  ASSERT_EQ(parsed.global.size(), launch.dimensions);
  ASSERT_EQ(parsed.local.size(), launch.dimensions);
  for (unsigned d = 0; d < launch.dimensions; ++d) {
    EXPECT_EQ(value_of(context, parsed.global[d], sizes),
              static_cast<std::int64_t>(launch.global[d]));
    EXPECT_EQ(value_of(context, parsed.local[d], sizes),
              static_cast<std::int64_t>(launch.local[d]));
  }
}

TEST(Collector, ReadsTheSameLaunches) {
  for (const Family& family : families()) {
    for (const Variant& variant : family.variants) {
      for (const Sizes& sizes : family.evaluation_sizes) {
        if (violated_constraint(variant, sizes).empty()) {
          SCOPED_TRACE(fmt::format("{}/{}", family.name, variant.name));
          EXPECT_NO_THROW(expect_same_launch(variant, sizes));
        }
      }
    }
  }
}

}  // namespace
}  // namespace clgauge::kernels
