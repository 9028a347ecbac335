// clgauge strip: the text it prints counts like the original.
#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kTiled = CLGAUGE_SOURCE_DIR "/tests/collector/kernels/matmul_tiled.cl";

// Loads of each global array, by `clgauge count`.
std::map<std::string, std::int64_t> loads(const std::string& file) {
  const auto run =
      run_clgauge({"count", file, "--global", "48,48", "--arg", "n=48", "--format", "json"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  std::map<std::string, std::int64_t> counts;
  const auto report = nlohmann::json::parse(run.output);
  for (const auto& access : report.at("accesses")) {
    if (access.at("space") != "global" || access.at("direction") != "load") continue;
    counts[access.at("array").get<std::string>()] += access.at("value").get<std::int64_t>();
  }
  return counts;
}

TEST(StripCommand, KeepsTheLoadsOfTheNamedArrays) {
  const auto run = run_clgauge({"strip", kTiled, "--keep", "a,b"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("matmul_tiled_stripped"));
  EXPECT_THAT(run.output, HasSubstr("barrier("));
  const auto file = test_store().parent_path() / "stripped.cl";
  std::ofstream(file) << run.output;
  const auto before = loads(kTiled);
  EXPECT_EQ(before.size(), 2U);
  EXPECT_EQ(loads(file.string()), before);
}

TEST(StripCommand, TakesItsOptions) {
  const auto run = run_clgauge(
      {"strip", kTiled, "--keep", "c", "--stores", "--drop-barriers", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_EQ(report.at("kept"), nlohmann::json({"c"}));
  EXPECT_EQ(report.at("sink").at("index"), 4);
  EXPECT_THAT(report.at("text").get<std::string>(), Not(HasSubstr("barrier(")));
}

TEST(StripCommand, NamesTheArraysThereAre) {
  const auto run = run_clgauge({"strip", kTiled, "--keep", "q"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("a, b, c"));
  EXPECT_EQ(run_clgauge({"strip", kTiled, "--arithmetic", "--stores"}).exit_status, 2);
}

}  // namespace
}  // namespace clgauge::cli
