// `clgauge explain` and `predict` by costs that were recorded: what they say beside the time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class ExplainTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::setenv("CLGAUGE_DEVICE_AS", "a5127395b96e348b", 1);  // whose costs are recorded
    const auto imported =
        run_clgauge({"import", CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json"});
    ASSERT_EQ(imported.exit_status, 0) << imported.errors;
    write_file_atomically(file(),
                          "__kernel void until(__global int* a) {\n"
                          "  int k = 1;\n"
                          "  while (k < a[get_global_id(0)]) k += k;\n"
                          "  a[get_global_id(0)] = k;\n}\n");
  }
  static void TearDownTestSuite() { ::unsetenv("CLGAUGE_DEVICE_AS"); }

  static std::string file() { return (test_store().parent_path() / "until.cl").string(); }

  static ChildResult ask(const std::string& command, const std::vector<std::string>& more) {
    const std::string source = CLGAUGE_SOURCE_DIR "/tests/collector/kernels/matmul_naive.cl";
    std::vector<std::string> arguments = {command,   source,  "--global", "n,n",
                                          "--local", "16,16", "--arg",    "n=512"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_clgauge(arguments);
  }
};

TEST_F(ExplainTest, SaysWhatItIsBoundByAndHowFarTheRoofIs) {
  const auto json = ask("explain", {"--model", "source", "--format", "json"});
  ASSERT_EQ(json.exit_status, 0) << json.errors;
  const auto report = nlohmann::json::parse(json.output);
  const auto& first = report.at("breakdown").at(0);
  const auto& bound = report.at("bound_by");
  EXPECT_EQ(bound.at("cost"), first.at("cost"));
  EXPECT_EQ(bound.at("feature"), first.at("feature"));
  const double seconds = report.at("seconds");
  EXPECT_DOUBLE_EQ(bound.at("share"), first.at("seconds").get<double>() / seconds);
  const auto& roof = report.at("roof");
  EXPECT_EQ(roof.at("bound"), "arithmetic");  // 2 n^3 operations, 12 n^2 bytes
  EXPECT_EQ(roof.at("is_upper_bound"), false);
  EXPECT_DOUBLE_EQ(roof.at("distance").get<double>(), seconds / roof.at("seconds").get<double>());
  const auto roofline =
      nlohmann::json::parse(ask("predict", {"--model", "roofline", "--format", "json"}).output);
  EXPECT_DOUBLE_EQ(roof.at("seconds"), roofline.at("seconds"));
  EXPECT_FALSE(roofline.contains("roof"));

  const auto text = ask("explain", {"--model", "source"});
  ASSERT_EQ(text.exit_status, 0) << text.errors;
  EXPECT_THAT(text.output, HasSubstr("bound by " + bound.at("words").get<std::string>() + ": " +
                                     bound.at("cost").get<std::string>() + " x "));
  EXPECT_THAT(text.output, ContainsRegex("roof: [0-9.]+ [mu]s, by arithmetic .*; this is [0-9.]+ "
                                         "times as long"));
}

TEST_F(ExplainTest, SaysThatThereIsNoRoofWhereDataDecide) {
  const std::vector<std::string> question = {"explain", file(), "--global", "4096",
                                             "--local", "64",   "--model",  "source"};
  const auto text = run_clgauge(question);
  ASSERT_EQ(text.exit_status, 0) << text.errors;
  EXPECT_THAT(text.output,
              HasSubstr("roof: not known, for f_bytes_footprint_global depends on data"));
  auto arguments = question;
  arguments.insert(arguments.end(), {"--format", "json"});
  const auto roof = nlohmann::json::parse(run_clgauge(arguments).output).at("roof");
  EXPECT_THAT(roof.at("missing").get<std::string>(), HasSubstr("depends on data"));
  EXPECT_FALSE(roof.contains("seconds"));
}

// Every part is printed, or counted among those that nobody would miss.
TEST_F(ExplainTest, PredictNamesThePartsThatMatter) {
  const auto text = ask("predict", {"--model", "source"});
  ASSERT_EQ(text.exit_status, 0) << text.errors;
  const auto report =
      nlohmann::json::parse(ask("predict", {"--model", "source", "--format", "json"}).output);
  std::size_t others = 0;
  for (const auto& share : report.at("breakdown")) {
    const std::string row = "\n" + share.at("cost").get<std::string>() + " ";
    const bool matters =
        share.at("seconds").get<double>() >= 1e-3 * report.at("seconds").get<double>();
    EXPECT_EQ(text.output.find(row) != std::string::npos, matters) << row << text.output;
    others += matters ? 0 : 1;
  }
  EXPECT_EQ(text.output.find("... and ") != std::string::npos, others > 0) << text.output;
  if (others > 0) {
    EXPECT_THAT(text.output, HasSubstr("... and " + std::to_string(others) + " more: "));
  }
  EXPECT_THAT(text.output, Not(ContainsRegex("[0-9]{7}")));  // counts are rounded
}

TEST_F(ExplainTest, SaysWhatTheAnswerRestsOn) {
  for (const char* command : {"predict", "explain"}) {
    const auto run = ask(command, {"--model", "source"});
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    EXPECT_THAT(run.output, ContainsRegex("\nmodel source, tier model, calibrated 20[0-9-]+ "
                                          "[0-9:]+ UTC \\(.+\\) with driver [^\n]+\n$"));
  }
}

// A square has no costs that add up.
TEST_F(ExplainTest, NamesNoCostWhereTheModelHasNone) {
  const std::string square = "(p_a * f_flops)^2";
  const auto text = ask("explain", {"--model", square});
  ASSERT_EQ(text.exit_status, 0) << text.errors;
  EXPECT_THAT(text.output, Not(HasSubstr("bound by  ")));
  EXPECT_THAT(text.output, HasSubstr("bound by no cost that can be named"));
  const auto json = ask("explain", {"--model", square, "--format", "json"});
  EXPECT_FALSE(nlohmann::json::parse(json.output).contains("bound_by"));
}

// By an H200's calibration, which came with the PTX that its driver made of the catalogue.
TEST(ExplainOfPtx, NamesTheHotLoopAndWhatItIsBoundBy) {
  ::setenv("CLGAUGE_DEVICE_AS", "3be0bd3b6dec5350", 1);
  const std::string sources = CLGAUGE_SOURCE_DIR;
  const auto imported =
      run_clgauge({"import", sources + "/data/devices/nvidia-580-h200-quick.json"});
  ASSERT_EQ(imported.exit_status, 0) << imported.errors;
  const auto run = run_clgauge({"explain", sources + "/kernels/matmul/naive.cl", "--global",
                                "1024,1024", "--local", "16,16", "--arg", "n=1024"});
  ::unsetenv("CLGAUGE_DEVICE_AS");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_THAT(run.output,
              ContainsRegex("\nhot loop at matmul_naive, PTX line [0-9]+ \\([a-z0-9.]+\\): "
                            "[0-9]+% of the cycles, 2048 iterations a work-group, "
                            "[0-9.]+ cycles each and [0-9.]+ [a-z]s in all, bound by "
                            "first cache: [0-9]+% first cache, "));
}

}  // namespace
}  // namespace clgauge::cli
