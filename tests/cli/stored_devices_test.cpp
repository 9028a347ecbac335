// Devices, here and in stores, as a shell sees them: devices, import, merge, export, compare, and
// answers for those that were imported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;

TEST(StoredDevices, DevicesFollowTheContract) {
  const auto run = run_clgauge({"devices", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto devices = nlohmann::json::parse(run.output);
  ASSERT_FALSE(devices.empty());
  for (const char* member : {"id", "index", "name", "vendor", "platform", "driver", "type",
                             "compute_units", "global_bytes", "calibrated"}) {
    EXPECT_TRUE(devices.at(0).contains(member)) << member;
  }
  EXPECT_EQ(devices.at(0).at("calibrated"), false);
}

TEST(StoredDevices, PredictingWithoutACalibrationSaysWhatToDo) {
  const auto run = run_clgauge({"predict", kernel_file("matmul_naive.cl"), "--global", "16,16",
                                "--local", "16,16", "--arg", "n=16"});
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("clgauge calibrate"));
}

TEST(StoredDevices, AnAnswerSaysWhyABetterOneCannotBeHad) {
  const auto file = written("jump.cl",
                            "__kernel void jump(__global float* to, __global const int* from) {\n"
                            "  const int i = get_global_id(0);\n"
                            "  to[from[i]] = i;\n}\n");
  const auto run = [&](const std::vector<std::string>& arguments) {
    ::setenv("CLGAUGE_DB", (test_store().parent_path() / "recorded.db").c_str(), 1);
    return run_child(clgauge_program(), arguments, "", {});
  };
  const auto imported =
      run({"import", CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json"});
  ASSERT_EQ(imported.exit_status, 0) << imported.errors;
  ::setenv("CLGAUGE_DEVICE_AS", "a5127395b96e348b", 1);  // its id
  const std::vector<std::string> question = {"predict",  file.string(), "--global", "4096",
                                             "--local",  "64",          "--buffer", "to=16384",
                                             "--buffer", "from=16384",  "--format"};
  for (const std::string format : {"json", "table"}) {
    std::vector<std::string> arguments = question;
    arguments.push_back(format);
    const auto answer = run(arguments);
    EXPECT_EQ(answer.exit_status, 0) << answer.errors;
    const std::string why = "model source answers, for ";
    const auto at = answer.errors.find(why);
    EXPECT_NE(at, std::string::npos) << answer.errors;
    EXPECT_EQ(answer.errors.find(why, at + 1), std::string::npos) << answer.errors;
    if (format == "json") {
      EXPECT_THAT(nlohmann::json::parse(answer.output).at("notes").at(0).get<std::string>(),
                  HasSubstr(why));
    }
  }
  ::unsetenv("CLGAUGE_DEVICE_AS");
}

TEST(StoredDevices, StoresAndFilesThatAreNoneAreNamed) {
  const auto errors_of = [](const std::vector<std::string>& arguments) {
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2) << run.errors;
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
    return run.errors;
  };
  const std::string merged = errors_of({"merge", kernel_file("matmul_naive.cl")});
  EXPECT_THAT(merged, HasSubstr("matmul_naive.cl is no store: name another clgauge.db"));
  EXPECT_THAT(merged, testing::Not(HasSubstr("CLGAUGE_DB")));
  const auto empty = test_store().parent_path() / "empty.json";
  write_file_atomically(empty, "{}");
  EXPECT_THAT(errors_of({"import", empty.string()}), HasSubstr("/empty.json: the file is neither"));
  EXPECT_THAT(errors_of({"export", "--device-id", "nosuch"}),
              HasSubstr("the store knows no device nosuch: "));
  EXPECT_THAT(errors_of({"merge", test_store().string(), "--device-id", "nosuch"}),
              HasSubstr("the store knows no device nosuch: "));
}

TEST(StoredDevices, ComparesDevicesThatAreNotHere) {
  for (const char* recorded : {"pocl-3.1-epyc-2core", "intel-2026-epyc-2core"}) {
    const auto file = std::string(CLGAUGE_SOURCE_DIR) + "/data/devices/" + recorded + ".json";
    ASSERT_EQ(run_clgauge({"import", file}).exit_status, 0);
  }
  const auto compared = run_clgauge({"compare", "Portable", "Intel", "--format", "json"});
  ASSERT_EQ(compared.exit_status, 0) << compared.errors;
  const auto report = nlohmann::json::parse(compared.output);
  ASSERT_EQ(report.at("devices").size(), 2U);
  ASSERT_FALSE(report.at("costs").empty());
  for (const auto& cost : report.at("costs")) {
    const auto& ratio = cost.at("ratios").at(1);
    const double expected =
        cost.at("seconds").at(1).get<double>() / cost.at("seconds").at(0).get<double>();
    EXPECT_NEAR(ratio.at("ratio").get<double>(), expected, 1e-9 * expected);
    EXPECT_LE(ratio.at("interval").at(0).get<double>(), expected);
    EXPECT_GE(ratio.at("interval").at(1).get<double>(), expected);
    EXPECT_EQ(cost.at("ratios").at(0).at("ratio"), 1.0);
  }
  EXPECT_GE(report.at("generators").size(), 5U);
  EXPECT_GE(report.at("families").size(), 5U);

  const auto backwards = nlohmann::json::parse(
      run_clgauge({"compare", "Intel", "Portable", "--format", "json"}).output);
  const auto first_ratio = [](const nlohmann::json& of) {
    return of.at("generators").at(0).at("ratios").at(1).at("ratio").get<double>();
  };
  EXPECT_NEAR(first_ratio(report) * first_ratio(backwards), 1, 1e-9);

  EXPECT_EQ(run_clgauge({"compare", "Intel"}).exit_status, 2);
  EXPECT_EQ(run_clgauge({"compare", "Intel", "Intel"}).exit_status, 2);
  EXPECT_EQ(run_clgauge({"compare", "Intel", "nobody"}).exit_status, 2);
}

}  // namespace
}  // namespace clgauge::cli
