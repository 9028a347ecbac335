// clgauge measure as a shell sees it: what it prints, and what it makes of buffers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;

TEST(Measure, FollowsTheContract) {
  const auto run = run_clgauge({"measure", kernel_file("matmul_naive.cl"), "--global", "48,48",
                                "--local", "16,16", "--arg", "n=48", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_EQ(report.at("kernel"), "matmul_naive");
  EXPECT_EQ(report.at("status"), "ok");
  EXPECT_GT(report.at("seconds").get<double>(), 0);
  EXPECT_LE(report.at("min_seconds").get<double>(), report.at("seconds").get<double>());
  EXPECT_LE(report.at("interval").at(0).get<double>(), report.at("interval").at(1).get<double>());
  EXPECT_GE(report.at("samples").get<int>(), 7);
}

TEST(Measure, SaysWhichBuffersHoldZeros) {
  const auto file = written("zeros.cl",
                            "typedef struct { float x; int y; } pair;\n"
                            "__kernel void jump(__global float* to, __global const int* at,\n"
                            "                   __global const pair* p, __global int* out) {\n"
                            "  const int t = get_global_id(0);\n"
                            "  to[t] = to[at[t]] + p[t].x;\n  out[t] = t;\n}\n"
                            "__kernel void follow(__global const pair* p, __global float* to) {\n"
                            "  to[p[get_global_id(0)].y] = 1;\n}\n"
                            "__kernel void plain(__global int* a) { a[get_global_id(0)] += 1; }\n");
  const auto run = [&](const char* kernel) {
    return run_clgauge({"measure", file.string(), "--kernel", kernel, "--global", "64", "--local",
                        "64", "--budget", "0.02", "--buffer",
                        kernel == std::string("plain") ? "a=256" : "to=4*64"});
  };
  EXPECT_THAT(run("jump").errors, HasSubstr("clgauge: `at` is filled with zeros"));
  EXPECT_THAT(run("follow").errors, HasSubstr("the integers of `p` are filled with zeros"));
  EXPECT_THAT(run("plain").errors, testing::Not(HasSubstr("zeros")));
}

TEST(Measure, ContentsOfBuffersCanBeGiven) {
  const auto file = written("rounds.cl",
                            "typedef struct { int n; float x; } pair;\n"
                            "__kernel void rounds(__global const long* n, __global const pair* p,\n"
                            "                     __global float* out) {\n"
                            "  float s = 0;\n"
                            "  for (long i = 0; i < n[1] * p[1].n; ++i) s = sin(s + p[0].x);\n"
                            "  out[get_global_id(0)] = s;\n}\n");
  const auto seconds = [&](const std::string& n, const std::string& p) {
    const auto run = run_clgauge({"measure", file.string(), "--global", "64", "--local", "64",
                                  "--budget", "0.02", "--content", n, "--content", p, "--buffer",
                                  "out=256", "--format", "json"});
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    return run.exit_status == 0 ? nlohmann::json::parse(run.output).at("seconds").get<double>() : 0;
  };
  const auto bytes = test_store().parent_path() / "n.bin";
  write_file_atomically(bytes, std::string("\1\0\0\0\0\0\0\0\xe8\3\0\0\0\0\0\0", 16));
  const double once = seconds("n=1000,1", "p=5,0.5,1,0.25");
  EXPECT_GT(seconds("n=1,1000", "p=5,0.5,10,0.25"), 100 * once);
  EXPECT_GT(seconds("n=@" + bytes.string(), "p=5,0.5,10,0.25"), 100 * once);
  const auto errors_of = [&](const std::string& content) {
    const auto run = run_clgauge({"measure", file.string(), "--global", "64", "--local", "64",
                                  "--buffer", "out=256", "--buffer", "p=64", "--content", content});
    EXPECT_NE(run.exit_status, 0);
    return run.errors;
  };
  EXPECT_THAT(errors_of("n=1,x"), HasSubstr("'x' is no number"));
  EXPECT_THAT(errors_of("m=1"), HasSubstr("--content m: rounds has no such buffer"));
  EXPECT_THAT(errors_of("p=1,2,3"), HasSubstr("a structure has 2 numbers, not 3"));
  EXPECT_THAT(errors_of("n=@/nonexistent"), HasSubstr("/nonexistent"));
  EXPECT_THAT(errors_of("n=0,1e30"), HasSubstr("--content n: 1e+30 does not fit the 64-bit int"));
  EXPECT_THAT(errors_of("n=0.5"), HasSubstr("0.5 does not fit the 64-bit integers of n"));
  EXPECT_THAT(errors_of("p=5e9,0.5"),
              HasSubstr("5000000000 does not fit the 32-bit integers of p"));
}

TEST(Measure, ContentsMayBeUnsigned) {
  const auto file = written("unsigned_rounds.cl",
                            "__kernel void rounds(__global const uint* n, __global uint* out) {\n"
                            "  uint s = 0;\n"
                            "  for (uint i = 4294967290u; i < n[0]; ++i) s += n[i & 1];\n"
                            "  out[get_global_id(0)] = s;\n}\n");
  const auto instructions = [&](const std::string& n) {
    const auto run =
        run_clgauge({"look", file.string(), "--global", "64", "--local", "64", "--content", n,
                     "--buffer", "out=256", "--code", "compiled", "--format", "json"});
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    return nlohmann::json::parse(run.output).at("features").at("f_lens_instructions").get<double>();
  };
  EXPECT_GT(instructions("n=4294967295,7"), instructions("n=4294967290,7"));
  EXPECT_EQ(instructions("n=-1,7"), instructions("n=4294967295,7"));
}

// A few bytes too few: malloc's own rounding holds them.
TEST(Measure, SaysThatAKernelGoesBeyondItsBuffer) {
  const auto file =
      written("beyond.cl", "__kernel void plain(__global int* a) { a[get_global_id(0)] += 1; }\n");
  const auto run = [&](const char* size) {
    return run_clgauge({"measure", file.string(), "--global", "64", "--local", "64", "--budget",
                        "0.02", "--buffer", size})
        .errors;
  };
  EXPECT_THAT(run("a=252"), HasSubstr("reaches 256 bytes into a, beyond the 252 that --buffer"));
  EXPECT_THAT(run("a=256"), testing::Not(HasSubstr("beyond")));
}

TEST(Measure, SaysWhatItCannotMake) {
  const auto file = written("image.cl",
                            "__kernel void show(read_only image2d_t im, __global float4* out) {\n"
                            "  out[get_global_id(0)] = read_imagef(im, (int2)(0, 0));\n}\n");
  const auto run = run_clgauge({"measure", file.string(), "--global", "64", "--local", "64"});
  EXPECT_THAT(run.errors, HasSubstr("argument im of show is an image (image2d_t), which clgauge"));
}

}  // namespace
}  // namespace clgauge::cli
