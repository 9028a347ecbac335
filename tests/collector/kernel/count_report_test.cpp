#include <gtest/gtest.h>

#include <set>

#include <nlohmann/json.hpp>

#include "base/error.h"
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

TEST(CountReport, WhatWasWalkedStandsInForBounds) {
  KernelModel model = test::tiled_matmul();
  model.arrays[0].footprint_flag = CountFlag::upper;
  WalkedCounts walked;
  walked.sizes = {{"n", 48}};
  for (const OpCount& op : model.ops) {
    walked.ops.push_back(op.count.total.evaluate(walked.sizes).value());
  }
  for (const Access& access : model.accesses) {
    walked.accesses.push_back(access.count.total.evaluate(walked.sizes).value());
  }
  for (const SyncCount& sync : model.sync) {
    walked.sync.push_back(sync.count.total.evaluate(walked.sizes).value());
  }
  walked.arrays.resize(model.arrays.size());
  walked.arrays[0].footprint = 1234;
  model.walked = walked;
  EXPECT_FALSE(is_exact(model));
  EXPECT_EQ(to_json(kernel_model_from_json(to_json(model))), to_json(model));

  const json there = count_report(model, {{"n", 48}})["arrays"][0]["footprint"];
  EXPECT_EQ(there["value"], 1234);
  EXPECT_EQ(there["formula"], "1234");
  EXPECT_EQ(there["flag"], "exact");
  EXPECT_EQ(there["at_these_sizes"], true);
  const ArrayUse resolved = at_walked_sizes(model).arrays[0];
  EXPECT_EQ(resolved.footprint.evaluate({}), 1234);
  EXPECT_EQ(resolved.footprint_flag, CountFlag::exact);
  const json elsewhere = count_report(model, {{"n", 64}})["arrays"][0]["footprint"];
  EXPECT_EQ(elsewhere["value"], 4096);
  EXPECT_EQ(elsewhere["flag"], "upper");
  EXPECT_FALSE(elsewhere.contains("at_these_sizes"));
}

TEST(CountReport, BrokenAssumptionsAreRefused) {
  KernelModel model = test::tiled_matmul();
  model.assumptions = {"n >= 16"};
  EXPECT_NO_THROW((void)count_report(model, {{"n", 48}}));
  EXPECT_THROW((void)count_report(model, {{"n", 0}}), Error);
}

}  // namespace
}  // namespace clgauge::collector
