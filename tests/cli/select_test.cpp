// `clgauge select`, by what a few measurements say of the first device that is here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;

class SelectTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    // Loops of which memory is no part, too, and chains: they say what a cycle costs, also where
    // much else runs.
    const auto run = run_clgauge({"calibrate", "launch", "loop_store", "random_loop", "loop_work"});
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
                          "  x[to[get_global_id(0)]] = 0;\n}\n"
                          "__kernel void until(__global float* x) {\n"
                          "  for (int i = 0; i < x[0]; ++i) x[i] = 2 * x[i];\n}\n");
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

TEST_F(SelectTest, TakesNumbersAndTheOnlyKernel) {
  nlohmann::json brief = variant("brief", {"8"});
  brief.erase("kernel");
  brief["global"] = {131072};
  brief["local"] = {8};
  brief["args"] = {{"n", 1048576}};
  const auto run = select({variant("small", {"8"}), brief});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto ranked = nlohmann::json::parse(run.output).at("ranked");
  ASSERT_EQ(ranked.size(), 2U);
  EXPECT_EQ(ranked.at(0).at("seconds"), ranked.at(1).at("seconds"));
  nlohmann::json vague = variant("vague", {"8"});
  vague["file"] = "scatter.cl";
  vague.erase("kernel");
  EXPECT_THAT(select({vague}).errors, HasSubstr("scatter.cl holds several kernels: name one"));
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

TEST_F(SelectTest, SaysOnceWhatItCannotRelyOn) {
  nlohmann::json lacking = variant("lacking", {"64"});
  lacking.erase("args");
  nlohmann::json unknown = variant("unknown", {"8"});
  unknown["file"] = "scatter.cl";
  unknown["kernel"] = "until";
  write_file_atomically(
      file("variants.json"),
      nlohmann::json({variant("small", {"8"}), variant("big", {"256"}), lacking, unknown}).dump());
  const std::vector<std::string> question = {
      "select", file("variants.json"), "--model",
      "p_l * f_sync_kernel_launch + p_a * f_op_float32 + p_b * f_op_float32"};
  const auto run = run_clgauge(question);
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  for (
      const std::string note :
      {"clgauge: small, big, unknown: p_a: the samples determine only a combination of it with p_b",
       "clgauge: small, big, unknown: p_b: the samples determine only a combination of it with p_a",
       "clgauge: lacking: counts of scale depend on n, which has no value (add --arg n=VALUE)",
       "clgauge: unknown: counts of until depend on what `x` holds",
       "clgauge: unknown: int32 add of until is not priced by model expression"}) {
    EXPECT_THAT(run.errors, HasSubstr(note));
  }
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 5) << run.errors;
  auto arguments = question;
  arguments.insert(arguments.end(), {"--format", "json"});
  const auto answer = nlohmann::json::parse(run_clgauge(arguments).output);
  EXPECT_EQ(answer.at("notes").size(), 5U);
  const std::map<std::string, std::vector<std::string>> expected = {
      {"small", {"p_a", "p_b"}},
      {"big", {"p_a", "p_b"}},
      {"lacking", {"f_op_float32"}},
      {"unknown", {"p_a", "p_b", "f_op_float32", "int32 add"}}};
  for (const auto& ranked : answer.at("ranked")) {
    EXPECT_EQ(ranked.at("unsupported"), expected.at(ranked.at("name"))) << ranked;
  }
}

TEST_F(SelectTest, RefusesWhatIsMistyped) {
  const auto says = [](const std::vector<nlohmann::json>& variants, const std::string& words) {
    const auto run = select(variants);
    EXPECT_EQ(run.exit_status, 2) << words;
    EXPECT_THAT(run.errors, HasSubstr(words));
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  };
  const nlohmann::json good = variant("a", {"8"});
  const auto with = [&](const std::string& member, const nlohmann::json& value) {
    nlohmann::json other = variant("b", {"8"});
    other[member] = value;
    return std::vector<nlohmann::json>{good, other};
  };
  const std::string place = "variants.json: variant 2 ('b'): ";
  says(with("arg", {{"n", "8"}}), place + "there is no member 'arg': there are name, file");
  says(with("build_option", ""), place + "there is no member 'build_option'");
  says(with("args", "n=8"), place + "'args' must be an object: write {\"n\": 1024}");
  says(with("args", {{"n", 0.5}}), place + "'args' must hold texts or whole numbers: it holds 0.5");
  says(with("global", 64), place + "'global' must be a list");
  says(with("kernel", 7), place + "'kernel' must be a text");
  says(with("include", {"nowhere"}), place + "include: ");
  says({good, {{"name", "b"}}}, place + "it needs name, file, global and local: there is no file");
  says(with("name", "a"), "variant 2 ('a'): variant 1 ('a') has the same name");
  says({good, 7}, "variant 2: it is no object");
  says({}, "a list of variants is needed");
  // These are known once the kernel is.
  const std::string launch = "variant 2 ('b'): ";
  says(with("file", "nowhere.cl"), launch);
  says(with("kernel", "scales"), launch);
  says(with("args", nlohmann::json::object()), launch + "scale lacks values: add --arg n=VALUE");
  says(with("global", {"m"}), launch + "the launch's size m has no value");
  says(with("local", {"7"}), launch + "launch: global size 131072 is not a multiple of");
  const auto refused = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "select");
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2);
    return run.errors;
  };
  EXPECT_THAT(refused({file("variants.json"), "--arg", "n=64"}), HasSubstr("stand in it"));
  EXPECT_THAT(refused({"matmul", "--arg", "n=64", "--arg", "n=64"}), HasSubstr("given twice"));
  EXPECT_THAT(refused({"matmul", "--arg", "n=64", "--arg", "m=64"}), HasSubstr("no size 'm'"));
  EXPECT_THAT(refused({"matmul"}), HasSubstr("matmul needs a value for n"));
}

TEST_F(SelectTest, RefinesWithinItsTime) {
  // As fast as each other, since they do the same.
  const auto timed = [](const std::string& seconds, const std::string& other) {
    nlohmann::json again = variant("again", {"8"});
    again["file"] = other;
    write_file_atomically(file("variants.json"),
                          nlohmann::json({variant("small", {"8"}), again}).dump());
    const auto started = std::chrono::steady_clock::now();
    const auto run =
        run_clgauge({"select", file("variants.json"), "--refine", seconds, "--format", "json"});
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    return std::pair(run.output, took.count());
  };
  // For starting the command and its processes, compiling, and the second that a run which has
  // begun may take longer; on machines that do much else.
  constexpr double kOverheadSeconds = 20;
  const auto [output, seconds] = timed("2", "again.cl");
  EXPECT_LE(seconds, 2 + kOverheadSeconds);
  EXPECT_LE(timed("0.01", "observed.cl").second, 0.01 + kOverheadSeconds);
  const auto answer = nlohmann::json::parse(output);
  const auto& measured = answer.at("measured");
  EXPECT_FALSE(measured.empty()) << output;
  for (const auto& ranked : answer.at("ranked")) {
    const bool was_run =
        std::find(measured.begin(), measured.end(), ranked.at("name")) != measured.end();
    EXPECT_EQ(ranked.at("tier") == "measured", was_run) << output;
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
  // As much as that launch spends its time on the same costs.
  EXPECT_GT(elsewhere.at("seconds").get<double>() / large, 1.05);
  EXPECT_LE(elsewhere.at("seconds").get<double>() / large, 2.01);
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
  const auto more_rounds = ask("predict", "m=50000", "8.5");
  EXPECT_NE(more_rounds.at("tier"), "measured");
  EXPECT_GT(more_rounds.at("seconds"), 3 * 3e-4);
  const auto further = ask("predict", "m=10", "50000.5");
  EXPECT_EQ(further.at("tier"), "corrected");
  EXPECT_GT(further.at("seconds"), 3 * 3e-4);
}

}  // namespace
}  // namespace clgauge::cli
