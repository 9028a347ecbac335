#include <gtest/gtest.h>

#include <set>

#include <nlohmann/json.hpp>

#include "sample_model.h"

namespace clgauge::collector {
namespace {

using nlohmann::json;

bool has_all(const json& object, const std::set<std::string>& names) {
  for (const std::string& name : names) {
    if (!object.contains(name)) return false;
  }
  return true;
}

// The members that DESIGN.md promises.
TEST(CountReport, HasTheContractsMembers) {
  const json report = count_report(test::tiled_matmul(), {{"n", 48}});
  EXPECT_TRUE(
      has_all(report, {"kernel", "assumptions", "groups", "ops", "accesses", "arrays", "sync"}));
  EXPECT_TRUE(has_all(report["groups"], {"formula", "value"}));
  EXPECT_TRUE(has_all(report["ops"][0], {"op", "dtype", "per_item", "total", "value", "flag"}));
  EXPECT_TRUE(has_all(report["accesses"][0],
                      {"array", "space", "direction", "dtype", "lanes", "line", "local_strides",
                       "group_strides", "loop_strides", "per_item", "total", "value", "flag"}));
  EXPECT_TRUE(has_all(report["arrays"][0], {"array", "space", "accesses", "footprint", "afr"}));
  EXPECT_TRUE(has_all(report["arrays"][0]["footprint"], {"formula", "value", "flag"}));
  EXPECT_TRUE(has_all(report["sync"][0], {"kind", "per_item", "total", "value", "flag"}));
}

TEST(CountReport, ValuesAtTheSizes) {
  const json report = count_report(test::tiled_matmul(), {{"n", 48}});
  EXPECT_EQ(report["groups"]["value"], 9);
  EXPECT_EQ(report["ops"][0]["value"], 110592);
  EXPECT_EQ(report["ops"][0]["total"], "n^3");
  EXPECT_EQ(report["accesses"][0]["value"], 6912);
  EXPECT_EQ(report["accesses"][0]["local_strides"], json({"1", "n"}));
  EXPECT_EQ(report["arrays"][0]["accesses"], 6912);
  EXPECT_EQ(report["arrays"][0]["footprint"]["value"], 2304);
  EXPECT_EQ(report["arrays"][0]["afr"], 3.0);
  EXPECT_EQ(report["sync"][0]["value"], 13824);
  EXPECT_EQ(report["sync"][0]["flag"], "exact");
}

TEST(CountReport, MissingSizesGiveNull) {
  const json report = count_report(test::tiled_matmul(), {});
  EXPECT_TRUE(report["groups"]["value"].is_null());
  EXPECT_TRUE(report["ops"][0]["value"].is_null());
  EXPECT_TRUE(report["arrays"][0]["afr"].is_null());
  EXPECT_EQ(report["groups"]["formula"], "n^2/256");
}

}  // namespace
}  // namespace clgauge::collector
