// `clgauge evaluate --replay` and `fit` on recorded calibrations, and what files that are wrong
// get.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kCalibration =
    CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json";
constexpr const char* kDevice = "a5127395b96e348b";

std::string file(const std::string& name) { return (test_store().parent_path() / name).string(); }

nlohmann::json point(const std::string& variant, int n, double seconds) {
  return {{"family", "matmul"},
          {"variant", variant},
          {"sizes", {{"n", n}}},
          {"pass_seconds", {seconds}},
          {"measurement",
           {{"status", "ok"},
            {"reason", ""},
            {"detail", ""},
            {"seconds", {seconds}},
            {"host_seconds", {seconds}},
            {"outliers", {false}},
            {"median_seconds", seconds},
            {"min_seconds", seconds},
            {"low_seconds", seconds},
            {"high_seconds", seconds},
            {"confidence", 0.95},
            {"clock", "event"},
            {"tick_seconds", 1e-9},
            {"build_seconds", 0.1},
            {"first_run_seconds", 0.1},
            {"stop", "precise"},
            {"notes", nlohmann::json::array()}}}};
}

class EvaluateTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto imported = run_clgauge({"import", kCalibration});
    ASSERT_EQ(imported.exit_status, 0) << imported.errors;
  }

  static ChildResult replay(const std::vector<nlohmann::json>& points,
                            const std::vector<std::string>& more = {}) {
    write_file_atomically(
        file("runs.json"),
        nlohmann::json({{"version", 1}, {"device", kDevice}, {"points", points}}).dump());
    std::vector<std::string> arguments = {"evaluate", "--replay", file("runs.json"), "--model",
                                          "source",   "--model",  "roofline"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_clgauge(arguments);
  }
};

TEST_F(EvaluateTest, ScoresEachKernelByEachModel) {
  const std::vector<nlohmann::json> points = {point("naive", 64, 1e-4), point("naive", 128, 8e-4),
                                              point("tiled16", 64, 2e-4)};
  const auto table = replay(points, {"--by-kernel"});
  ASSERT_EQ(table.exit_status, 0) << table.errors;
  EXPECT_THAT(table.output, ContainsRegex("kernel +points +source xF +bias +roofline xF +bias\n"));
  EXPECT_THAT(table.output,
              ContainsRegex("\nmatmul/naive +2 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+\n"));
  EXPECT_THAT(table.output,
              ContainsRegex("\nmatmul/tiled16 +1 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+\n"));
  EXPECT_THAT(replay(points).output, Not(HasSubstr("source xF")));
}

TEST_F(EvaluateTest, DrawsEveryModel) {
  const auto run = replay({point("naive", 64, 1e-4)}, {"--picture", file("picture.svg")});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const std::string svg = read_file(file("picture.svg"));
  EXPECT_THAT(svg, HasSubstr(">source on "));
  EXPECT_THAT(svg, HasSubstr(">roofline on "));
  std::size_t points = 0;
  for (std::size_t at = 0; (at = svg.find("matmul/naive n=64", at)) != std::string::npos; ++at) {
    ++points;
  }
  EXPECT_EQ(points, 2U);
}

TEST_F(EvaluateTest, FilesThatAreNoJsonSayWhere) {
  write_file_atomically(file("broken.json"), "[{\"name\": \"a\",\n  oops}]");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"select", file("broken.json")},
        {"evaluate", "--replay", file("broken.json")},
        {"import", file("broken.json")}}) {
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2) << arguments.front();
    EXPECT_THAT(run.errors, HasSubstr("broken.json is not JSON: parse error at line 2, column"));
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  }
}

}  // namespace
}  // namespace clgauge::cli
