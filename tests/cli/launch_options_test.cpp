// What options say of a launch, to all commands: arguments, buffers, symbols.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;

TEST(LaunchOptions, NamesThatNothingUsesAreRefused) {
  const auto file = written("names.cl",
                            "__kernel void axpy(__global float* y, float alpha, int n) {\n"
                            "  if (get_global_id(0) < n) y[get_global_id(0)] *= alpha;\n}\n");
  const auto measure = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"measure", file.string(), "--global", "m",
                                          "--local", "64",          "--budget", "0.02"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_clgauge(arguments);
  };
  const auto says = [&](const std::vector<std::string>& more, const std::string& words) {
    const auto run = measure(more);
    EXPECT_EQ(run.exit_status, 2) << words;
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(words));
  };
  const std::vector<std::string> good = {"--arg", "m=64.0", "--arg", "n=64", "--arg", "alpha=2"};
  EXPECT_EQ(measure(good).exit_status, 0) << measure(good).errors;
  const auto with = [&](const char* option, const char* text) {
    auto arguments = good;
    arguments.insert(arguments.end(), {option, text});
    return arguments;
  };
  says(with("--arg", "alhpa=1"), "there are alpha, ");
  says(with("--arg", "y=1"), "--buffer y=BYTES");
  says(with("--arg", "n=65"), "given twice");
  says(with("--buffer", "x=64"), "there are y");
  says(with("--buffer", "n=64"), "there are y");
  says(with("--buffer", "y=4*q"), "add --arg q=VALUE");
  says(with("--buffer", "y=n-m"), "must be positive");
  says({"--arg", "m=64", "--arg", "n=64.5"}, "n is an integer");
  EXPECT_EQ(measure(with("--buffer", "y=4*n*2")).exit_status, 0);
  const auto count =
      run_clgauge({"count", file.string(), "--global", "m", "--local", "64", "--arg", "alhpa=1"});
  EXPECT_EQ(count.exit_status, 2);
}

TEST(LaunchOptions, WhatIsMissingIsNamedAtOnce) {
  const auto file = written(
      "missing.cl",
      "__kernel void swap(__global float* to, __global const float* from, int points, int deep) {\n"
      "  const int t = get_global_id(0);\n"
      "  for (int i = 0; i < deep; ++i) to[i * points + t] = from[t * deep + i];\n}\n"
      "__kernel void jump(__global float* to, __global const int* at, __global float* from) {\n"
      "  const int t = get_global_id(0);\n  to[at[t]] = from[at[t]];\n}\n"
      "__kernel void chase(__global float* to, __global const int* at) {\n"
      "  for (int i = 0; i < at[0]; ++i) to[i] = i;\n}\n");
  const auto errors_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"measure", file.string(), "--global",
                                          "n",       "--local",     "64"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
    return run.errors;
  };
  EXPECT_THAT(errors_of({"--kernel", "swap"}),
              HasSubstr("add --arg deep=VALUE --arg n=VALUE --arg points=VALUE"));
  EXPECT_THAT(errors_of({"--kernel", "swap", "--arg", "n=64", "--arg", "points=64"}),
              HasSubstr("add --arg deep=VALUE"));
  EXPECT_THAT(errors_of({"--kernel", "jump", "--arg", "n=64"}),
              HasSubstr("add --buffer to=BYTES --buffer from=BYTES"));
  // How often the loop runs has a name, which is nobody's to give a value to.
  const std::string chased = errors_of({"--kernel", "chase", "--arg", "n=64"});
  EXPECT_THAT(chased, HasSubstr("add --buffer to=BYTES"));
  EXPECT_THAT(chased, testing::Not(HasSubstr("@")));
}

TEST(LaunchOptions, VectorsTakeAValueALaneOrOneForAll) {
  const auto file = written("vectors.cl",
                            "__kernel void v(__global float* a, uint2 dims, double3 s) {\n"
                            "  const int i = get_global_id(0);\n"
                            "  for (int k = 0; k < dims.y; ++k) a[i] *= s.z;\n}\n");
  const auto run = [&](const char* command, std::vector<std::string> more) {
    more.insert(more.begin(),
                {command, file.string(), "--global", "64", "--local", "64", "--format", "json"});
    return run_clgauge(more);
  };
  const auto measured =
      run("measure", {"--arg", "dims=3,5", "--arg", "s=1,2,1", "--budget", "0.02"});
  EXPECT_EQ(measured.exit_status, 0) << measured.errors;
  const auto instructions = [&](const char* dims) {
    const auto look = run("look", {"--arg", dims, "--arg", "s=1", "--code", "compiled"});
    EXPECT_EQ(look.exit_status, 0) << look.errors;
    return nlohmann::json::parse(look.output)
        .at("features")
        .at("f_lens_instructions")
        .get<double>();
  };
  EXPECT_GT(instructions("dims=3,5000"), 10 * instructions("dims=5000,3"));
  EXPECT_EQ(instructions("dims=3"), instructions("dims=3,3"));
  const auto wrong = run("measure", {"--arg", "dims=1,2,3"});
  EXPECT_EQ(wrong.exit_status, 2);
  EXPECT_THAT(wrong.errors, HasSubstr("dims is a vector of 2"));
  EXPECT_THAT(run("measure", {"--arg", "dims=1.5,2"}).errors, HasSubstr("dims is an integer"));
}

TEST(LaunchOptions, StructuresTakeAValueANumber) {
  const auto file = written("structures.cl",
                            "typedef struct { int n; float2 scale; } box;\n"
                            "__kernel void s(__global float* a, box b) {\n"
                            "  const int i = get_global_id(0);\n"
                            "  for (int k = 0; k < b.n; ++k) a[i] *= b.scale.y;\n}\n");
  const auto run = [&](const char* command, std::vector<std::string> more) {
    more.insert(more.begin(), {command, file.string(), "--kernel", "s", "--global", "64", "--local",
                               "64", "--format", "json"});
    return run_clgauge(more);
  };
  const auto measured = run("measure", {"--arg", "b=3,0.5,1", "--budget", "0.02"});
  EXPECT_EQ(measured.exit_status, 0) << measured.errors;
  const auto instructions = [&](const char* box) {
    const auto look = run("look", {"--arg", box, "--code", "compiled"});
    EXPECT_EQ(look.exit_status, 0) << look.errors;
    return nlohmann::json::parse(look.output)
        .at("features")
        .at("f_lens_instructions")
        .get<double>();
  };
  EXPECT_GT(instructions("b=5000,1,1"), 10 * instructions("b=3,1,1"));
  const auto missing = run("measure", {});
  EXPECT_EQ(missing.exit_status, 2);
  EXPECT_THAT(missing.errors, HasSubstr("--arg b=VALUE,..,VALUE (a structure of 3 numbers)"));
  const auto wrong = run("measure", {"--arg", "b=3,0.5"});
  EXPECT_EQ(wrong.exit_status, 2);
  EXPECT_THAT(wrong.errors, HasSubstr("b is a structure of int32, 2 float32: give 3 values"));
}

TEST(LaunchOptions, LanesOfAVectorAreSizes) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "lanes.cl";
  std::ofstream(file) << "kernel void k(global float* a, int4 c) {\n"
                         "  for (int i = get_local_id(0); i < c.y; i += 16) a[i] = 1; }\n";
  const auto count = [&](const std::string& arg) {
    return run_clgauge({"count", file.string(), "--global", "16", "--local", "16", "--arg", arg,
                        "--format", "json"});
  };
  for (const char* arg : {"c=1,1000,2,3", "c=1000", "c.s1=1000"}) {
    const auto run = count(arg);
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_EQ(report.at("arrays").at(0).at("footprint").at("value"), 1000) << arg;
  }
  EXPECT_THAT(count("c.s4=1000").errors, HasSubstr("no such argument"));
  EXPECT_THAT(count("c=1,2").errors, HasSubstr("a vector of 4"));
}

TEST(LaunchOptions, ArgumentsMayBeUnsignedOrHexadecimal) {
  const auto file = written("unsigned.cl",
                            "__kernel void mix(__global ulong* x, ulong seed, uint n) {\n"
                            "  const int i = get_global_id(0);\n"
                            "  for (uint k = 0; k < n; ++k) x[i] ^= seed + k;\n}\n");
  const auto count = [&](const char* seed, const char* n) {
    return run_clgauge({"count", file.string(), "--global", "64", "--local", "64", "--arg", seed,
                        "--arg", n, "--format", "json"});
  };
  const auto plain = count("seed=7", "n=30");
  ASSERT_EQ(plain.exit_status, 0) << plain.errors;
  for (const char* seed : {"seed=11400714819323198485", "seed=0x9e3779b97f4a7c15",
                           "seed=18446744073709551615", "seed=-1"}) {
    EXPECT_EQ(count(seed, "n=0x1e").output, plain.output) << seed;
  }
  EXPECT_EQ(count("seed=18446744073709551616", "n=30").exit_status, 2);
}

TEST(LaunchOptions, SeveralValuesInOneArgAreToldApart) {
  const auto run = run_clgauge({"count", kernel_file("matmul_naive.cl"), "--global", "n,n",
                                "--local", "16,16", "--arg", "n=64,m=5"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("write --arg n=64 --arg m=5"));
}

TEST(LaunchOptions, SymbolsMayHideThatGroupsDoNotDivideTheRange) {
  const auto run = run_clgauge({"measure", kernel_file("matmul_naive.cl"), "--global", "n/3,n",
                                "--local", "16,16", "--arg", "n=256"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("the global size 85 is not a multiple of the local size 16: "
                                    "the next one is 96"));
}

TEST(LaunchOptions, AnEmptyValueIsNoOtherWord) {
  const auto run =
      run_clgauge({"count", kernel_file("matmul_naive.cl"), "--build-options=", "--global", "n,n",
                   "--local", "16,16", "--format", "json"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
}

}  // namespace
}  // namespace clgauge::cli
