// clgauge look as a shell sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::HasSubstr;

TEST(Look, AtTheIrOfAnyDevice) {
  const std::vector<std::string> common = {"look",     kernel_file("matmul_naive.cl"),
                                           "--global", "n,n",
                                           "--local",  "16,16",
                                           "--arg",    "n=64",
                                           "--code",   "ir",
                                           "--format"};
  auto arguments = common;
  arguments.emplace_back("json");
  const auto run = run_clgauge(arguments);
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_EQ(report.at("code"), "ir");
  EXPECT_EQ(report.at("refusal"), "");
  const auto& features = report.at("features");
  const double groups = features.at("f_lens_ir_groups");
  EXPECT_EQ(features.at("f_lens_ir_float32"), groups * 256 * 64);
  EXPECT_EQ(features.at("f_lens_ir_global_bytes_loaded"), groups * 256 * 64 * 2 * 4);
  // Again, from the store.
  EXPECT_EQ(nlohmann::json::parse(run_clgauge(arguments).output).at("features"), features);
  arguments.back() = "table";
  EXPECT_THAT(run_clgauge(arguments).output, HasSubstr("f_lens_ir_float32"));
}

TEST(Look, RefusesByLine) {
  const auto run = run_clgauge({"look", kernel_file("datadep.cl"), "--kernel", "mandel", "--global",
                                "32,32", "--local", "16,16", "--arg", "maxit=4", "--code", "ir"});
  EXPECT_EQ(run.exit_status, 2) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("mandel: data-dependent branch: the branch in line 12"));
}

TEST(Look, RefusesByTheArgumentsName) {
  const auto file = written("jump.cl",
                            "__kernel void jump(__global float* to, __global const int* keys) {\n"
                            "  to[get_global_id(0)] = to[keys[get_global_id(0)]];\n}\n");
  const auto run = run_clgauge({"look", file.string(), "--global", "64", "--local", "64",
                                "--buffer", "to=256", "--code", "compiled"});
  EXPECT_EQ(run.exit_status, 2) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("the buffer of argument `keys`"));
}

}  // namespace
}  // namespace clgauge::cli
