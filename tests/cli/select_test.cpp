// `clgauge select`, by what a few measurements say of the first device that is here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;

class SelectTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto run = run_clgauge({"calibrate", "launch", "loop_store"});
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    // Steps by the global size: only a walk at known sizes tells how far it reaches.
    const std::string scale =
        "__kernel void scale(__global float* x, int n) {\n"
        "  for (int i = get_global_id(0); i < n; i += get_global_size(0))\n"
        "    x[i] *= 2;\n}\n";
    write_file_atomically(file("scale.cl"), scale);
    write_file_atomically(file("observed.cl"), "// another source\n" + scale);
    write_file_atomically(file("again.cl"), "// as fast, since it does the same\n" + scale);
    write_file_atomically(file("scatter.cl"),  // which is as far as its data say
                          "__kernel void scatter(__global float* x, __global const int* to) {\n"
                          "  x[to[get_global_id(0)]] = 0;\n}\n");
  }

  static std::string file(const std::string& name) {
    return (test_store().parent_path() / name).string();
  }

  static nlohmann::json variant(const std::string& name, const std::vector<std::string>& local) {
    return {{"name", name},         {"file", "scale.cl"}, {"kernel", "scale"},
            {"global", {"131072"}}, {"local", local},     {"args", {{"n", "1048576"}}}};
  }

  static ChildResult select(const std::vector<nlohmann::json>& variants) {
    write_file_atomically(file("variants.json"), nlohmann::json(variants).dump());
    return run_clgauge({"select", file("variants.json"), "--format", "json"});
  }
};

TEST_F(SelectTest, RanksByCompiledCodeAndLeavesOutWhatCannotRun) {
  const auto run =
      select({variant("small", {"8"}), variant("impossible", {"131072"}), variant("big", {"256"})});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("impossible cannot run here: "));
  const auto answer = nlohmann::json::parse(run.output);
  EXPECT_EQ(answer.at("model"), "lens");
  ASSERT_EQ(answer.at("ranked").size(), 2U);
  for (const auto& ranked : answer.at("ranked")) {
    EXPECT_EQ(ranked.at("tier"), "lens");
    EXPECT_NE(ranked.at("name"), "impossible");
  }
  EXPECT_THAT(answer.at("notes").at(0).get<std::string>(), HasSubstr("impossible cannot run"));
}

TEST_F(SelectTest, RanksAllBySourceWhenTheCodeOfOneIsNotSeen) {
  nlohmann::json unseen = variant("unseen", {"8"});
  unseen["file"] = "scatter.cl";
  unseen["kernel"] = "scatter";
  const auto run = select({variant("seen", {"8"}), unseen});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto answer = nlohmann::json::parse(run.output);
  EXPECT_EQ(answer.at("model"), "source");
  EXPECT_EQ(answer.at("ranked").size(), 2U);
  EXPECT_THAT(run.errors, HasSubstr("model source answers, for "));
}

TEST_F(SelectTest, RefusesWhenNothingCanRun) {
  const auto run = select({variant("impossible", {"131072"})});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("no variant can run on "));
}

TEST_F(SelectTest, RefinesWithinItsTime) {
  nlohmann::json again = variant("again", {"8"});
  again["file"] = "again.cl";
  write_file_atomically(file("variants.json"),
                        nlohmann::json({variant("small", {"8"}), again}).dump());
  const auto run =
      run_clgauge({"select", file("variants.json"), "--refine", "2", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto answer = nlohmann::json::parse(run.output);
  const auto& measured = answer.at("measured");
  EXPECT_FALSE(measured.empty()) << run.output;
  for (const auto& ranked : answer.at("ranked")) {
    const bool was_run =
        std::find(measured.begin(), measured.end(), ranked.at("name")) != measured.end();
    EXPECT_EQ(ranked.at("tier") == "measured", was_run) << run.output;
  }
}

class ObserveTest : public SelectTest {
 protected:
  static nlohmann::json answer(const std::string& command, const std::string& n,
                               const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {
        command,  file("observed.cl"), "--global", "131072", "--local", "64", "--arg",
        "n=" + n, "--format",          "json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    return nlohmann::json::parse(run.output, nullptr, false);
  }
};

TEST_F(ObserveTest, RunsCorrectWhatTheCodeSays) {
  const double small = answer("predict", "1000000").at("seconds");
  const double large = answer("predict", "9000000").at("seconds");
  const auto observed =
      answer("observe", "1000000", {"--seconds", std::to_string(2 * small), "--noise", "0.01"});
  EXPECT_EQ(observed.at("model"), "lens");
  EXPECT_EQ(observed.at("tier"), "measured");
  EXPECT_NEAR(observed.at("seconds"), 2 * small, 1e-5);
  const auto predicted = answer("predict", "1000000");
  EXPECT_EQ(predicted.at("tier"), "measured");
  EXPECT_EQ(predicted.at("seconds"), observed.at("seconds"));
  const auto elsewhere = answer("predict", "9000000");
  EXPECT_EQ(elsewhere.at("tier"), "corrected");
  EXPECT_NEAR(elsewhere.at("seconds").get<double>() / (2 * large), 1, 0.01);
}

// How often the loop runs is in the buffer, or is a real number: the sizes are the same.
TEST_F(ObserveTest, RunsOfOtherContentsAndRealArgumentsAreNotMeasured) {
  write_file_atomically(
      file("rounds.cl"),
      "__kernel void rounds(__global float* x, __global const int* m, float end) {\n"
      "  float s = 1;\n"
      "  for (int i = 0; i < m[0]; ++i) s = s * 0.5f + 1;\n"
      "  for (float y = 0; y < end; y += 1) s = s * 0.5f + 1;\n"
      "  x[get_global_id(0)] = s;\n}\n");
  const auto ask = [](const char* command, const std::string& content, const std::string& end,
                      const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {
        command,     file("rounds.cl"), "--global", "4096",       "--local",  "64",
        "--content", content,           "--arg",    "end=" + end, "--format", "json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    return nlohmann::json::parse(run.output, nullptr, false);
  };
  EXPECT_EQ(ask("observe", "m=10", "8.5", {"--seconds", "3e-4"}).at("tier"), "measured");
  const auto same = ask("predict", "m=10", "8.5");
  EXPECT_EQ(same.at("tier"), "measured");
  EXPECT_NEAR(same.at("seconds"), 3e-4, 1e-9);
  const auto more_rounds = ask("predict", "m=20000", "8.5");
  EXPECT_NE(more_rounds.at("tier"), "measured");
  EXPECT_GT(more_rounds.at("seconds"), 10 * 3e-4);
  const auto further = ask("predict", "m=10", "20000.5");
  EXPECT_EQ(further.at("tier"), "corrected");
  EXPECT_GT(further.at("seconds"), 10 * 3e-4);
}

}  // namespace
}  // namespace clgauge::cli
