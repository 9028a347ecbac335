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

TEST_F(EvaluateTest, ScoresWhatTheMachineRepeats) {
  const auto again = replay({point("naive", 64, 1e-4)}, {"--against", file("runs.json")});
  ASSERT_EQ(again.exit_status, 0) << again.errors;
  EXPECT_THAT(again.output, ContainsRegex("\nremeasured +matmul +1 +0.1% +0% +1.00 +1.00"));
  EXPECT_THAT(again.output, Not(HasSubstr("(target)")));  // which is this family alone
  EXPECT_THAT(again.output, Not(HasSubstr("(all)")));
  const auto none = replay({point("naive", 64, 1e-4)}, {"--against", file("nowhere.json")});
  EXPECT_EQ(none.exit_status, 2);
  EXPECT_THAT(none.errors, HasSubstr("nowhere.json"));
}

TEST_F(EvaluateTest, RefusesWhatIsNoEvaluation) {
  const auto zero = replay({point("naive", 64, 0)});
  EXPECT_EQ(zero.exit_status, 2);
  EXPECT_THAT(zero.errors, HasSubstr("runs.json: matmul/naive at n=64 took 0 seconds"));
  const auto none = replay({});
  EXPECT_EQ(none.exit_status, 2);
  EXPECT_THAT(none.errors, HasSubstr("holds no points"));
  const auto sizes = run_clgauge({"evaluate", "matmul", "--sizes", "17"});
  EXPECT_EQ(sizes.exit_status, 2);
  EXPECT_THAT(sizes.errors, HasSubstr("no variant of matmul can run at n=17"));
  EXPECT_THAT(sizes.errors, HasSubstr("n % 16 == 0"));
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

// What a calibration has not kept cannot be fitted to, nor stand for another model's samples.
TEST_F(EvaluateTest, FitSaysThatThereIsNoCompiledCode) {
  auto document = nlohmann::json::parse(read_file(kCalibration));
  document["tables"]["objects"] = nlohmann::json::array();
  document["tables"]["kernel_objects"] = nlohmann::json::array();
  write_file_atomically(file("no-objects.json"), document.dump());
  const auto in_other_store = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"CLGAUGE_DB=" + file("other.db"), clgauge_program()});
    return run_child("/usr/bin/env", arguments, "", {});
  };
  ASSERT_EQ(in_other_store({"import", file("no-objects.json")}).exit_status, 0);
  const auto run = in_other_store({"fit", "--model", "lens", "--model", "roofline", "--samples"});
  EXPECT_NE(run.exit_status, 0);
  EXPECT_EQ(run.output, "");
  EXPECT_THAT(run.errors, HasSubstr("model lens has no samples: the calibration has kept no "
                                    "compiled code"));
}

}  // namespace
}  // namespace clgauge::cli
