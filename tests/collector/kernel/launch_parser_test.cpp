#include "collector/kernel/launch_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "collector/symbolic/symbolic.h"

namespace clgauge::collector {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

LaunchDescription square(const std::vector<std::string>& assumptions) {
  LaunchDescription launch;
  launch.global = {"n", "n"};
  launch.local = {"16", "16"};
  launch.assumptions = assumptions;
  return launch;
}

TEST(ParseLaunch, SizesAreExpressions) {
  symbolic::Context context;
  LaunchDescription launch;
  launch.global = {"n/4", "2*ny + 16", "48"};
  const ParsedLaunch parsed = parse_launch(context, launch);
  EXPECT_EQ(symbolic::print(context, parsed.global[0]), "floor(n/4)");
  EXPECT_EQ(symbolic::print(context, parsed.global[1]), "2*ny + 16");
  EXPECT_EQ(parsed.global[2], symbolic::Poly(48));
  EXPECT_TRUE(parsed.local.empty());
}

TEST(ParseLaunch, AssumptionsReachTheContext) {
  symbolic::Context context;
  const ParsedLaunch parsed =
      parse_launch(context, square({"n % 16 == 0", "nx >= ny + 2", "k<100", "48 <= k"}));
  const symbolic::Poly n = parsed.global[0];
  EXPECT_EQ(symbolic::print(context, symbolic::floor_div(context, n, 16)), "n/16");
  EXPECT_TRUE(symbolic::prove_nonnegative(context, n - symbolic::Poly(16)));  // positive, by 16
  EXPECT_TRUE(symbolic::prove_nonnegative(context, symbolic::parse(context, "nx - ny - 2")));
  EXPECT_TRUE(symbolic::prove_nonnegative(context, symbolic::parse(context, "99 - k")));
  EXPECT_FALSE(symbolic::prove_nonnegative(context, symbolic::parse(context, "98 - k")));
  EXPECT_TRUE(symbolic::prove_nonnegative(context, symbolic::parse(context, "k - 48")));
  EXPECT_EQ(parsed.assumptions[0].text, "n%16==0");
}

TEST(ParseLaunch, EqualitiesBecomeDefinitions) {
  symbolic::Context context;
  LaunchDescription launch = square({"n == 2*m", "m == 24"});
  const ParsedLaunch parsed = parse_launch(context, launch);
  EXPECT_EQ(parsed.global[0], symbolic::Poly(48));
  EXPECT_EQ(parsed.definitions.at("n"), symbolic::Poly(48));
}

std::string error_of(const LaunchDescription& launch) {
  symbolic::Context context;
  try {
    (void)parse_launch(context, launch);
    (void)argument_values(launch);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ParseLaunch, RefusesByName) {
  LaunchDescription none;
  EXPECT_THAT(error_of(none), HasSubstr("1 to 3 dimensions"));
  LaunchDescription mixed = square({});
  mixed.local = {"16"};
  EXPECT_THAT(error_of(mixed), HasSubstr("--local has 1"));
  LaunchDescription negative = square({});
  negative.global[1] = "-4";
  EXPECT_THAT(error_of(negative), HasSubstr("'-4'"));
  EXPECT_THAT(error_of(square({"n"})), HasSubstr("compares nothing"));
  EXPECT_THAT(error_of(square({"n!=3"})), HasSubstr("n!=3"));
  EXPECT_THAT(error_of(square({"n*m%16==0"})), HasSubstr("n*m%16==0"));
  EXPECT_THAT(error_of(square({"n%16==1"})), HasSubstr("not understood"));
  EXPECT_THAT(error_of(square({"3>=2"})), HasSubstr("names no symbol"));
  EXPECT_THAT(error_of(square({"n*n==m*m"})), HasSubstr("determines no single name"));
}

TEST(ArgumentValues, FollowReferencesAndEqualities) {
  LaunchDescription launch = square({"m==n", "n%16==0"});
  launch.args = {{"n", "3*t"}, {"t", "16"}, {"half", "n/2"}, {"alpha", "0.5f"}, {"q", "q"}};
  EXPECT_THAT(argument_values(launch),
              ElementsAre(Pair("half", 24), Pair("m", 48), Pair("n", 48), Pair("t", 16)));
}

TEST(ArgumentValues, MayStaySymbolic) {
  LaunchDescription launch = square({});
  launch.args = {{"n", "2*k"}};
  EXPECT_THAT(argument_values(launch), IsEmpty());
}

TEST(ArgumentValues, BrokenAssumptionsAndCirclesAreErrors) {
  LaunchDescription broken = square({"n%16==0"});
  broken.args = {{"n", "17"}};
  EXPECT_THAT(error_of(broken), HasSubstr("n%16==0"));
  LaunchDescription self = square({});
  self.args = {{"n", "n + 1"}};
  EXPECT_THAT(error_of(self), HasSubstr("refers to itself"));
}

TEST(ExpressionValue, RoundsDownAndNamesWhatIsMissing) {
  EXPECT_EQ(expression_value("4*n*m + n/3", {{"n", 5}, {"m", 2}}), 41);
  try {
    (void)expression_value("4*n*m", {{"n", 5}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("add --arg m=VALUE"));
  }
}

}  // namespace
}  // namespace clgauge::collector
