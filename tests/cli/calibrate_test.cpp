// Calibration through the command: what an interruption leaves, and that resuming repeats nothing.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kSmallCalibration = {
    "calibrate", "arithmetic", "op:add,mul,madd", "dtype:float32", "lanes:1,4", "--format", "json"};

// Samples that the store holds now, drift references left out.
// Of all calibrations, or of one.
int samples_in_store(const std::string& calibration_uid = {}) {
  if (!std::filesystem::exists(test_store())) {
    return 0;
  }
  const SQLite::Database database(test_store().string(), SQLite::OPEN_READONLY);
  SQLite::Statement query(database,
                          "SELECT count(*) FROM samples JOIN micro_kernels ON "
                          "micro_kernels.uid = samples.micro_kernel_uid WHERE name NOT LIKE "
                          "'reference/%' AND ?1 IN ('', calibration_uid)");
  query.bind(1, calibration_uid);
  query.executeStep();
  return query.getColumn(0).getInt();
}

int calibrations_in_store() {
  SQLite::Database database(test_store().string(), SQLite::OPEN_READONLY);
  return database.execAndGet("SELECT count(*) FROM calibrations").getInt();
}

std::string integrity() {
  const SQLite::Database database(test_store().string(), SQLite::OPEN_READONLY);
  SQLite::Statement query(database, "PRAGMA integrity_check");
  query.executeStep();
  return query.getColumn(0).getString();
}

// Starts a calibration and sends `signal` when the store holds at least `samples` samples.
int calibrate_and_interrupt(int signal, int samples) {
  ::setenv("CLGAUGE_DB", test_store().c_str(), 1);
  const std::string program = clgauge_program();
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const auto& argument : kSmallCalibration) {
      argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    ::freopen("/dev/null", "w", stdout);
    ::freopen("/dev/null", "w", stderr);
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
  }
  int status = 0;
  for (int i = 0; i < 3000; ++i) {
    if (::waitpid(child, &status, WNOHANG) == child) {
      return status;
    }
    int there = 0;
    try {
      there = samples_in_store();
    } catch (const SQLite::Exception&) {
      there = 0;  // being created
    }
    if (there >= samples) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ::kill(child, signal);
  ::waitpid(child, &status, 0);
  return status;
}

nlohmann::json last_line(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  std::string last;
  while (std::getline(in, line)) {
    last = line;
  }
  return nlohmann::json::parse(last);
}

// As somebody's editor leaves it: said of that device, which stays in the list, as do all others.
TEST(Calibrate, DamagedGeometryIsNamedAndTheOthersAreListed) {
  const auto calibrated = run_clgauge(kSmallCalibration);
  ASSERT_EQ(calibrated.exit_status, 0) << calibrated.errors;
  // Hand-picked kernels have no time that their plan must keep to: nothing is said before something
  // is known.
  EXPECT_THAT(calibrated.errors, Not(HasSubstr("6666")));
  const auto before = run_clgauge({"devices", "--format", "json"});
  {
    const SQLite::Database database(test_store().string(), SQLite::OPEN_READWRITE);
    SQLite::Statement damage(database,
                             "UPDATE calibrations SET provenance = json_set(provenance, "
                             "'$.geometry', '{\"curves\":7,\"seen\":{},\"reported\":{}}')");
    ASSERT_GT(damage.exec(), 0);
  }
  const auto after = run_clgauge({"devices", "--format", "json"});
  EXPECT_EQ(after.exit_status, 0);
  EXPECT_THAT(after.errors, HasSubstr("caches and TLBs that its calibration saw is damaged"));
  EXPECT_THAT(after.errors, HasSubstr("clgauge calibrate --force"));
  EXPECT_EQ(nlohmann::json::parse(after.output).size(),
            nlohmann::json::parse(before.output).size());
  for (const char* const end : {"", "-wal", "-shm"}) {
    std::filesystem::remove(test_store().string() + end);
  }
}

TEST(Calibrate, ResumesAfterKillAndAfterInterrupt) {
  const int killed = calibrate_and_interrupt(SIGKILL, 2);
  ASSERT_TRUE(WIFSIGNALED(killed)) << "it ended before it could be killed";
  const int after_kill = samples_in_store();
  EXPECT_GE(after_kill, 2);
  EXPECT_EQ(integrity(), "ok");

  const int interrupted = calibrate_and_interrupt(SIGINT, after_kill + 1);
  ASSERT_TRUE(WIFEXITED(interrupted));
  EXPECT_EQ(WEXITSTATUS(interrupted), 1);
  const int after_interrupt = samples_in_store();
  EXPECT_GT(after_interrupt, after_kill);

  const auto finished = run_clgauge(kSmallCalibration);
  ASSERT_EQ(finished.exit_status, 0) << finished.errors;
  const auto outcome = last_line(finished.output);
  EXPECT_EQ(outcome.at("outcome"), "finished");
  EXPECT_EQ(outcome.at("resumed"), after_interrupt);
  EXPECT_EQ(outcome.at("samples"), samples_in_store());  // none was taken twice
  EXPECT_EQ(outcome.at("failed"), 0);

  const auto again = run_clgauge(kSmallCalibration);
  ASSERT_EQ(again.exit_status, 0) << again.errors;
  EXPECT_EQ(last_line(again.output).at("outcome"), "reused");
  EXPECT_EQ(integrity(), "ok");
}

TEST(Calibrate, RenewsOnlyWhatIsAskedFor) {
  ASSERT_EQ(run_clgauge(kSmallCalibration).exit_status, 0);
  const auto renewed = [](const std::string& costs) {
    auto arguments = kSmallCalibration;
    arguments.insert(arguments.end(), {"--renew", costs});
    return run_clgauge(arguments);
  };
  const auto nothing_to_do = renewed("launch,local");
  ASSERT_EQ(nothing_to_do.exit_status, 0) << nothing_to_do.errors;
  const auto kept = last_line(nothing_to_do.output);
  EXPECT_EQ(kept.at("outcome"), "finished");
  EXPECT_EQ(kept.at("resumed"), kept.at("samples"));
  const auto all_anew = renewed("arithmetic");
  ASSERT_EQ(all_anew.exit_status, 0) << all_anew.errors;
  EXPECT_EQ(last_line(all_anew.output).at("resumed"), 0);
  EXPECT_NE(last_line(all_anew.output).at("calibration"), kept.at("calibration"));
  const int before = calibrations_in_store();
  EXPECT_EQ(renewed("nonsense").exit_status, 2);
  EXPECT_EQ(calibrations_in_store(), before) << "none was begun";
}

TEST(Calibrate, PredictsFromWhatItMeasured) {
  const auto finished = run_clgauge(kSmallCalibration);
  ASSERT_EQ(finished.exit_status, 0) << finished.errors;
  const std::string file =
      std::string(CLGAUGE_SOURCE_DIR) + "/tests/collector/kernels/matmul_naive.cl";
  const std::vector<std::string> launch = {file,    "--global", "64,64",    "--local", "16,16",
                                           "--arg", "n=64",     "--format", "json"};
  std::vector<std::string> typed = {"predict"};
  typed.insert(typed.end(), launch.begin(), launch.end());
  typed.insert(typed.end(), {"--model",
                             "p_launch * f_sync_kernel_launch + p_madd * "
                             "f_op_float32_madd"});
  const auto prediction = run_clgauge(typed);
  ASSERT_EQ(prediction.exit_status, 0) << prediction.errors;
  const auto report = nlohmann::json::parse(prediction.output);
  EXPECT_GT(report.at("seconds").get<double>(), 0);
  EXPECT_LE(report.at("interval").at(0).get<double>(), report.at("seconds").get<double>());
  EXPECT_GE(report.at("interval").at(1).get<double>(), report.at("seconds").get<double>());
  EXPECT_EQ(report.at("coverage"), 0.9);
  EXPECT_EQ(report.at("tier"), "model");
  EXPECT_FALSE(report.at("breakdown").empty());
  EXPECT_FALSE(report.at("calibration").at("stale").get<bool>());

  auto without_value = typed;
  without_value.erase(std::find(without_value.begin(), without_value.end(), "--arg"),
                      std::find(without_value.begin(), without_value.end(), "--model"));
  const auto unknown = run_clgauge(without_value);
  ASSERT_EQ(unknown.exit_status, 0) << unknown.errors;
  EXPECT_THAT(unknown.errors, HasSubstr("counts of matmul_naive depend on n, which has no value "
                                        "(add --arg n=VALUE)"));

  typed.back() = "p_launch * f_sync_kernel_launch + * 2";
  const auto mistyped = run_clgauge(typed);
  EXPECT_EQ(mistyped.exit_status, 2);
  EXPECT_THAT(mistyped.errors, HasSubstr("^"));

  // The line, a caret below it, the message, and nothing of Ceres'.
  for (const auto& [expression, words] : std::vector<std::pair<std::string, std::string>>{
           {"p_m * f_op_float32_mad", "line 1, column 7: feature 'f_op_float32_mad'"},
           {"1/0 * p_m * f_flops", "line 1, column 1: '1/0' is infinite in sample '"}}) {
    typed.back() = expression;
    const auto refused = run_clgauge(typed);
    EXPECT_EQ(refused.exit_status, 2);
    EXPECT_THAT(refused.errors, HasSubstr(words));
    EXPECT_EQ(std::count(refused.errors.begin(), refused.errors.end(), '\n'), 3) << refused.errors;
  }
  typed.back() = "f_flops";
  EXPECT_THAT(run_clgauge(typed).errors, HasSubstr("write p_a * f_flops"));
  typed.back() = "p_m * f_flops + p_e * f_exp_float64";
  EXPECT_THAT(run_clgauge(typed).output,
              HasSubstr("p_e: no sample exercises f_exp_float64; it stands at 0"));
}

TEST(Calibrate, ExportsWhatAnotherStoreImportsWhole) {
  ASSERT_EQ(run_clgauge(kSmallCalibration).exit_status, 0);
  const auto exported = run_clgauge({"export"});
  ASSERT_EQ(exported.exit_status, 0) << exported.errors;
  const auto file = test_store().parent_path() / "export.json";
  write_file_atomically(file, exported.output);

  const auto in_other_store = [](std::vector<std::string> arguments) {
    const auto other = test_store().parent_path() / "other.db";
    arguments.insert(arguments.begin(), {"CLGAUGE_DB=" + other.string(), clgauge_program()});
    return run_child("/usr/bin/env", arguments, "", {});
  };
  const auto imported = in_other_store({"import", file.string()});
  ASSERT_EQ(imported.exit_status, 0) << imported.errors;
  EXPECT_EQ(in_other_store({"export"}).output, exported.output);
  EXPECT_EQ(in_other_store({"import", file.string()}).output, "nothing new\n");
  EXPECT_EQ(in_other_store({"merge", test_store().string()}).output, "nothing new\n");

  write_file_atomically(file, "{\"results\": 3}");
  const auto rubbish = in_other_store({"import", file.string()});
  EXPECT_EQ(rubbish.exit_status, 2);
}

TEST(Calibrate, SaysHowFarRepeatedCalibrationsAreApart) {
  auto repeated = kSmallCalibration;
  repeated.insert(repeated.end(), {"--repeat", "2"});
  const auto finished = run_clgauge(repeated);
  ASSERT_EQ(finished.exit_status, 0) << finished.errors;
  const auto report = last_line(finished.output);
  ASSERT_EQ(report.at("calibrations").size(), 2U);
  EXPECT_NE(report.at("calibrations").at(0), report.at("calibrations").at(1));
  const auto& samples = report.at("repeatability").at(0);
  EXPECT_EQ(samples.at("what"), "samples");
  EXPECT_GE(samples.at("median_spread").get<double>(), 0);
  for (const auto& uid : report.at("calibrations")) {
    EXPECT_EQ(samples.at("spreads").size(),
              static_cast<std::size_t>(samples_in_store(uid.get<std::string>())));
  }

  const int before = samples_in_store();
  EXPECT_EQ(last_line(run_clgauge(repeated).output), report);  // from the store
  EXPECT_EQ(samples_in_store(), before);
}

}  // namespace
}  // namespace clgauge::cli
