// clgauge count as a shell sees it, and what all commands do with sources.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;

TEST(Count, FollowsTheContract) {
  const auto run = run_clgauge({"count", kernel_file("matmul_tiled.cl"), "--global", "n,n", "--arg",
                                "n=48", "--assume", "n%16==0", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_EQ(report.at("kernel"), "matmul_tiled");
  EXPECT_EQ(report.at("groups").at("value"), 9);
  bool found = false;
  for (const auto& op : report.at("ops")) {
    if (op.at("op") == "madd" && op.at("dtype") == "float32") {
      found = true;
      EXPECT_EQ(op.at("value"), 48 * 48 * 48);
      EXPECT_EQ(op.at("per_item"), "n");
      EXPECT_EQ(op.at("flag"), "exact");
    }
  }
  EXPECT_TRUE(found) << run.output;
  for (const auto& array : report.at("arrays")) {
    if (array.at("space") == "global") {
      EXPECT_EQ(array.at("footprint").at("value"), 48 * 48);
    }
  }
  EXPECT_EQ(report.at("sync").at(0).at("kind"), "barrier_local");
}

TEST(Count, TakesTheCommandLineOfPredict) {
  const std::vector<std::string> plain = {
      "count", kernel_file("matmul_naive.cl"), "--arg", "n=48", "--local", "16,16", "--global",
      "n,n"};
  const auto with = [&](const std::vector<std::string>& more) {
    auto arguments = plain;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_clgauge(arguments);
  };
  const auto pasted =
      with({"--buffer", "a=4*n*n", "--content", "b=1,2", "--device", "0", "--model", "lens"});
  ASSERT_EQ(pasted.exit_status, 0) << pasted.errors;
  EXPECT_EQ(pasted.output, with({}).output);
  EXPECT_THAT(with({"--buffer", "d=64"}).errors, HasSubstr("no such buffer: there are"));
  EXPECT_THAT(with({"--content", "n=1"}).errors, HasSubstr("no such buffer: there are"));
  EXPECT_THAT(run_clgauge({"count", "--help"}).output, HasSubstr("not used"));
}

TEST(Count, LeavesUnknownSizesOpen) {
  const auto run = run_clgauge({"count", kernel_file("matmul_naive.cl"), "--global", "n,n",
                                "--local", "16,16", "--assume", "n%16==0", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_TRUE(nlohmann::json::parse(run.output).at("groups").at("value").is_null());
}

TEST(Count, CompilerDiagnosticsReachTheUser) {
  const auto file =
      written("broken.cl", "__kernel void k(__global float *a) {\n  a[0] = undefined_thing;\n}\n");
  const auto run = run_clgauge({"count", file.string(), "--global", "4", "--local", "4"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_THAT(run.errors, HasSubstr("broken.cl:2:10"));
  EXPECT_THAT(run.errors, HasSubstr("^"));
}

TEST(Count, IncludeReachesAnalysisDeviceAndIr) {
  const auto folder = test_store().parent_path() / "some headers";
  std::filesystem::create_directories(folder);
  const auto file = written("includes.cl",
                            "#include \"factor.h\"\n__kernel void k(__global float* a) {\n"
                            "  for (int i = 0; i < FACTOR; ++i) a[get_global_id(0)] *= 3;\n}\n");
  const auto run = [&](const std::string& command, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {command,   file.string(), "--global", "n",
                                          "--local", "64",          "--arg",    "n=128"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_clgauge(arguments);
  };
  const auto without = run("count", {});
  EXPECT_EQ(without.exit_status, 2);
  EXPECT_THAT(without.errors, HasSubstr("--include"));
  for (const char* factor : {"3", "40"}) {  // what the store keeps is not what the header was
    write_file_atomically(folder / "factor.h", std::string("#define FACTOR ") + factor + "\n");
    const auto measured = run("measure", {"--include", folder.string(), "--budget", "0.05"});
    EXPECT_EQ(measured.exit_status, 0) << measured.errors;
    const auto looked =
        run("look", {"--include", folder.string(), "--code", "ir", "--format", "json"});
    ASSERT_EQ(looked.exit_status, 0) << looked.errors;
    const auto features = nlohmann::json::parse(looked.output).at("features");
    EXPECT_EQ(features.at("f_lens_ir_float32"),
              features.at("f_lens_ir_groups").get<double>() * 64 * std::stoi(factor));
  }
}

TEST(Count, SourcesNeedNotBeUtf8) {
  const auto file =
      written("latin1.cl", "// \xe9t\xe9\n__kernel void k(__global float *a) { a[0] = 1; }\n");
  for (int time = 0; time < 2; ++time) {  // collected, then from the cache
    const auto run = run_clgauge({"count", file.string(), "--global", "4", "--local", "4"});
    EXPECT_EQ(run.exit_status, 0) << run.errors;
  }
  EXPECT_EQ(run_clgauge({"strip", file.string()}).exit_status, 0);
  write_file_atomically(file, std::string("\0\xff\xfe\x80 kernel", 11));
  const auto garbage = run_clgauge({"count", file.string(), "--global", "4", "--local", "4"});
  EXPECT_EQ(garbage.exit_status, 2) << garbage.errors;
  EXPECT_THAT(garbage.errors, HasSubstr("latin1.cl:1:"));
}

TEST(Count, InputErrorsAreOneLineThatNamesTheMend) {
  const auto missing = run_clgauge({"count", "/no/such.cl", "--global", "4"});
  EXPECT_EQ(missing.exit_status, 2);
  EXPECT_EQ(lines_in(missing.errors), 1) << missing.errors;
  const auto kernel = run_clgauge({"count", kernel_file("matmul_naive.cl"), "--kernel", "nothing",
                                   "--global", "16,16", "--local", "16,16"});
  EXPECT_EQ(kernel.exit_status, 2);
  EXPECT_THAT(kernel.errors, HasSubstr("matmul_naive"));
  const auto arg = run_clgauge({"count", kernel_file("matmul_naive.cl"), "--global", "16,16",
                                "--local", "16,16", "--arg", "n"});
  EXPECT_EQ(arg.exit_status, 2);
  EXPECT_EQ(lines_in(arg.errors), 1) << arg.errors;
}

TEST(Count, SourcesWithoutTheKernelAreNamed) {
  const auto errors_of = [](const char* command, const std::string& text) {
    const auto file = written("which.cl", text);
    std::vector<std::string> arguments = {command, file.string()};
    if (command != std::string("strip")) {
      arguments.insert(arguments.end(), {"--global", "4", "--local", "4"});
    }
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
    return run.errors;
  };
  for (const char* command : {"count", "strip"}) {
    EXPECT_THAT(errors_of(command, "int f();\n"), HasSubstr("/which.cl holds no kernel"));
    EXPECT_THAT(errors_of(command, "kernel void f() {}\nkernel void g() {}\n"),
                HasSubstr("/which.cl holds several kernels: name one with --kernel: f, g"));
  }
}

}  // namespace
}  // namespace clgauge::cli
