// The command while a clgauged keeps the store: the daemon writes, and nobody else.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <sstream>

#include <nlohmann/json.hpp>

#include "base/child_process.h"
#include "base/paths.h"
#include "tests/cli/run_clgauge.h"
#include "tests/service/daemon/clgauged_fixture.h"

namespace clgauge::cli {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

const std::string kRecorded = CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core.json";
const std::string kKernel = CLGAUGE_SOURCE_DIR "/tests/collector/kernels/matmul_naive.cl";
const std::vector<std::string> kCalibrate = {"calibrate", "arithmetic", "op:add,madd",
                                             "dtype:float32", "lanes:1,4"};

class KeptStoreTest : public service::ClgaugedTest {
 protected:
  KeptStoreTest() {
    ::setenv("CLGAUGE_DB", store().c_str(), 1);
    ::setenv("CLGAUGE_SOCKET", (folder_ / "nobody.sock").c_str(), 1);  // the lock names the socket
    ::unsetenv("CLGAUGE_DEVICE");
  }

  // Answering means that it has the store, too.
  void wait_until_ready() const { connect().call("version", nlohmann::json::object(), 60s); }

  static ChildResult run(const std::vector<std::string>& arguments) {
    return run_child(clgauge_program(), arguments, "", {});
  }
  // A command that runs on while the test does something; stdout goes to `out`.
  [[nodiscard]] pid_t begin(const std::vector<std::string>& arguments) const {
    const pid_t child = ::fork();
    if (child == 0) {
      const std::string program = clgauge_program();
      std::vector<char*> argv = {const_cast<char*>(program.c_str())};
      for (const auto& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
      }
      argv.push_back(nullptr);
      ::freopen((folder_ / "out").c_str(), "w", stdout);
      ::freopen((folder_ / "errors").c_str(), "w", stderr);
      ::execv(program.c_str(), argv.data());
      ::_exit(127);
    }
    return child;
  }
  static int end(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] std::string errors() const { return read_file(folder_ / "errors"); }

  [[nodiscard]] int rows(const std::string& from) const {
    const SQLite::Database database(store().string(), SQLite::OPEN_READONLY, 10'000);
    SQLite::Statement query(database, "SELECT count(*) FROM " + from);
    query.executeStep();
    return query.getColumn(0).getInt();
  }
  void wait_for_samples(int samples) const {
    for (int i = 0; i < 3000 && rows("samples") < samples; ++i) {
      std::this_thread::sleep_for(20ms);
    }
    ASSERT_GE(rows("samples"), samples);
  }
  // How often the daemon has answered a method.
  [[nodiscard]] int answered(const std::string& method) const {
    const std::string text = connect().call("metrics", nlohmann::json::object(), 60s).at("text");
    const std::string line = "clgauge_requests_total{method=\"" + method + "\",outcome=\"ok\"} ";
    const auto at = text.find(line);
    return at == std::string::npos ? 0 : std::stoi(text.substr(at + line.size()));
  }
  static std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
      lines.push_back(line);
    }
    return lines;
  }
};

TEST_F(KeptStoreTest, CalibratesAsAJobOfTheDaemon) {
  wait_until_ready();
  auto with_json = kCalibrate;
  with_json.insert(with_json.end(), {"--format", "json"});
  const auto finished = run(with_json);
  ASSERT_EQ(finished.exit_status, 0) << finished.errors;
  EXPECT_THAT(finished.errors, HasSubstr("calibrate 100%"));
  const auto lines = lines_of(finished.output);
  ASSERT_GE(lines.size(), 2U);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const auto sample = nlohmann::json::parse(lines[i]);
    EXPECT_TRUE(sample.contains("median_seconds")) << lines[i];
    EXPECT_TRUE(sample.contains("name")) << lines[i];
  }
  const auto outcome = nlohmann::json::parse(lines.back());
  EXPECT_EQ(outcome.at("outcome"), "finished");
  EXPECT_EQ(outcome.at("samples"), lines.size() - 1);
  const auto jobs = connect().call("subscribe", nlohmann::json::object(), 60s).at("jobs");
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_EQ(jobs.at(0).at("state"), "finished");
  EXPECT_EQ(jobs.at(0).at("calibration"), outcome.at("calibration"));

  const auto again = run(kCalibrate);
  ASSERT_EQ(again.exit_status, 0) << again.errors;
  EXPECT_THAT(again.errors, HasSubstr("already valid"));

  // What predict finds out the daemon keeps.
  const int imports = answered("import");
  const auto predicted = run({"predict", kKernel, "--global", "64,64", "--local", "16,16", "--arg",
                              "n=64", "--model", "p_madd * f_op_float32_madd"});
  EXPECT_EQ(predicted.exit_status, 0) << predicted.errors;
  EXPECT_GT(answered("import"), imports);
  EXPECT_GE(rows("kernels WHERE name LIKE 'matmul%'"), 1);  // for all sizes, and at these
}

TEST_F(KeptStoreTest, InterruptCancelsTheJobWhichIsGoneOnWith) {
  wait_until_ready();
  const pid_t child = begin(kCalibrate);
  wait_for_samples(2);
  ::kill(child, SIGINT);
  EXPECT_EQ(end(child), 1);
  EXPECT_THAT(errors(), HasSubstr("interrupted: run the same command again to go on"));
  const auto jobs = connect().call("subscribe", nlohmann::json::object(), 60s).at("jobs");
  EXPECT_EQ(jobs.at(0).at("state"), "interrupted");

  const auto finished = run(kCalibrate);
  ASSERT_EQ(finished.exit_status, 0) << finished.errors;
  EXPECT_THAT(finished.errors, HasSubstr("from an earlier run"));
}

TEST_F(KeptStoreTest, AKilledCommandLeavesTheJobAndTheNextOneFollowsIt) {
  wait_until_ready();
  const auto detached = run({"calibrate", "arithmetic", "dtype:float32", "--detach"});
  ASSERT_EQ(detached.exit_status, 0) << detached.errors;
  EXPECT_THAT(detached.output, HasSubstr("job-1"));
  const auto other = run(kCalibrate);  // another request for the same device
  EXPECT_EQ(other.exit_status, 2);
  EXPECT_THAT(other.errors, HasSubstr("job-1"));

  const pid_t follower = begin({"calibrate", "arithmetic", "dtype:float32"});
  wait_for_samples(rows("samples") + 1);
  for (int i = 0; i < 1000 && errors().find("following job-1") == std::string::npos; ++i) {
    std::this_thread::sleep_for(20ms);
  }
  ::kill(follower, SIGINT);
  EXPECT_EQ(end(follower), 1);
  EXPECT_THAT(errors(), HasSubstr("left job-1 to go on in clgauged"));
  auto client = connect();
  EXPECT_EQ(client.call("cancel", {{"job", "job-1"}}, 60s).at("cancelled"), true);
}

TEST_F(KeptStoreTest, WhatWasMeasuredSurvivesTheDaemonsDeath) {
  wait_until_ready();
  const pid_t child = begin(kCalibrate);
  wait_for_samples(2);
  ::kill(daemon_, SIGKILL);
  ::waitpid(daemon_, nullptr, 0);
  EXPECT_EQ(end(child), 1);
  EXPECT_THAT(errors(), HasSubstr("run the same command again to go on"));
  const int kept = rows("samples");
  EXPECT_GE(kept, 2);

  const auto alone = run(kCalibrate);  // nobody keeps the store now
  EXPECT_EQ(alone.exit_status, 0) << alone.errors;
  EXPECT_THAT(alone.errors, HasSubstr("from an earlier run"));
  EXPECT_GT(rows("samples"), kept);
  daemon_ = start();  // its socket and its lock were left behind
  EXPECT_FALSE(connect().call("devices", nlohmann::json::object(), 60s).at("devices").empty());
}

TEST_F(KeptStoreTest, ImportAndMergeGoThroughTheDaemon) {
  wait_until_ready();
  const auto imported = run({"import", kRecorded, "--format", "json"});
  ASSERT_EQ(imported.exit_status, 0) << imported.errors;
  EXPECT_GT(answered("import"), 10);  // in pieces
  const auto counts = nlohmann::json::parse(imported.output);
  EXPECT_EQ(counts.at("samples"), rows("samples"));
  EXPECT_EQ(run({"import", kRecorded}).output, "nothing new\n");
  const std::string broken = (folder_ / "broken.json").string();
  write_file_atomically(broken, R"({"format":"clgauge-store"})");
  const auto refused = run({"import", broken});
  EXPECT_EQ(refused.exit_status, 2) << refused.errors;

  const auto in_other_store = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"CLGAUGE_DB=" + (folder_ / "other.db").string(), clgauge_program()});
    return run_child("/usr/bin/env", arguments, "", {});
  };
  ASSERT_EQ(in_other_store({"import", kRecorded}).exit_status, 0);
  EXPECT_EQ(run({"merge", (folder_ / "other.db").string()}).output, "nothing new\n");
}

TEST_F(KeptStoreTest, ObserveGoesThroughTheDaemon) {
  wait_until_ready();
  ASSERT_EQ(run(kCalibrate).exit_status, 0);
  const std::vector<std::string> launch = {kKernel, "--global", "64,64", "--local",
                                           "16,16", "--arg",    "n=64"};
  auto observe = launch;
  observe.insert(observe.begin(), "observe");
  observe.insert(observe.end(), {"--seconds", "0.001", "--format", "json"});
  const auto observed = run(observe);
  ASSERT_EQ(observed.exit_status, 0) << observed.errors;
  EXPECT_EQ(nlohmann::json::parse(observed.output).at("tier"), "measured");
  EXPECT_EQ(rows("observations"), 1);
  // The daemon's answers are sharper at once.
  const auto again = connect().call("predict",
                                    {{"source", read_file(kKernel)},
                                     {"global", {64, 64}},
                                     {"local", {16, 16}},
                                     {"args", {{"n", 64}}}},
                                    60s);
  EXPECT_EQ(again.at("tier"), "measured");
}

TEST_F(KeptStoreTest, ADaemonThatDoesNotAnswerIsNamed) {
  wait_until_ready();
  ASSERT_EQ(run({"import", kRecorded}).exit_status, 0);
  ::kill(daemon_, SIGSTOP);
  const auto stuck = run({"import", kRecorded});
  ::kill(daemon_, SIGCONT);
  EXPECT_EQ(stuck.exit_status, 1);
  EXPECT_EQ(lines_of(stuck.errors).size(), 1U) << stuck.errors;
  EXPECT_THAT(stuck.errors, HasSubstr("keeps the store " + store().string()));
  EXPECT_THAT(stuck.errors, HasSubstr("kill " + std::to_string(daemon_)));
}

TEST_F(KeptStoreTest, AnotherStoreIsNobodysButTheCommands) {
  wait_until_ready();
  ::setenv("CLGAUGE_SOCKET", socket().c_str(), 1);
  ::setenv("CLGAUGE_DB", (folder_ / "own.db").c_str(), 1);
  EXPECT_EQ(run({"import", kRecorded}).exit_status, 0);
  EXPECT_EQ(answered("import"), 0);
  EXPECT_EQ(rows("samples"), 0);

  // By another name it is the same.
  std::filesystem::create_symlink(store(), folder_ / "link.db");
  ::setenv("CLGAUGE_DB", (folder_ / "link.db").c_str(), 1);
  EXPECT_EQ(run({"import", kRecorded}).exit_status, 0);
  EXPECT_GT(answered("import"), 0);
  EXPECT_GT(rows("samples"), 0);
}

TEST_F(KeptStoreTest, AFullDiskEndsTheImportAndNotTheDaemon) {
  ::kill(daemon_, SIGTERM);
  (void)end(daemon_);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1U << 20U, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  daemon_ = start();
  ::setrlimit(RLIMIT_FSIZE, &before);
  wait_until_ready();
  const auto refused = run({"import", kRecorded});
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_THAT(refused.errors, HasSubstr("no space left"));
  EXPECT_EQ(rows("samples"), 0);
  EXPECT_TRUE(connect().call("version", nlohmann::json::object(), 60s).contains("store"));
}

}  // namespace
}  // namespace clgauge::cli
