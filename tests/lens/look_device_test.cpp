// What each device's compiler makes of small kernels, looked at through the whole lens.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "assembled.h"
#include "base/error.h"
#include "cpu_devices.h"
#include "device/device.h"
#include "lens/launch/look.h"
#include "lens/process/client.h"
#include "microbench/worker/client.h"

namespace clgauge::lens {
namespace {

constexpr const char* kScale =
    "__kernel void scale(__global float* out, __global const float* in, float v) {\n"
    "  out[get_global_id(0)] = v * in[get_global_id(0)];\n"
    "}\n"
    "__kernel void poly(__global float* out, __global const float* in, int trips) {\n"
    "  float x = in[get_global_id(0)];\n"
    "  for (int i = 0; i < trips; ++i) x = x * x + 0.25f;\n"
    "  out[get_global_id(0)] = x;\n"
    "}\n"
    "__kernel void turn(__global float* out, __global const float* in, float v) {\n"
    "  out[get_global_id(0)] = atan2(in[get_global_id(0)], v) + pow(in[get_global_id(0)], v);\n"
    "}\n"
    "__kernel void sums(__global float* out, __global const float* in, int n) {\n"
    "  float x = 0;\n"
    "  for (int i = 0; i < n; ++i) {\n"
    "    x += in[get_global_id(0) * 16 + (i * (i + 1) / 2 % 4096) * 65536];\n"  // at no stride
    "  }\n"
    "  out[get_global_id(0)] = x;\n"
    "}\n"
    "__kernel void jump(__global float* out, __global const int* in, int n) {\n"
    "  out[get_global_id(0)] = out[in[get_global_id(0)]];\n"
    "}\n";

using test::cpu_devices;

class LookDevice : public testing::TestWithParam<std::size_t> {
 protected:
  LensRequest request(const std::string& kernel, std::uint64_t items,
                      std::vector<std::uint8_t> scalar, const std::string& options = "") {
    microbench::Job job;
    job.options = options;
    job.device_id = cpu_devices()[GetParam()].id;
    job.source = kScale;
    job.kernel = kernel;
    job.global = {items, 1, 1};
    job.local = {64, 1, 1};
    const bool is_jump = kernel == "jump";
    const bool takes_float = kernel == "scale" || kernel == "turn";
    job.arguments = {microbench::BufferArgument{4 * items, "float32", microbench::Fill::zero},
                     microbench::BufferArgument{4 * items, is_jump ? "int32" : "float32",
                                                microbench::Fill::zero},
                     microbench::ScalarArgument{takes_float ? "float32" : "int32", 1}};
    const auto compiled = worker_.run(job, microbench::Wanted::object);
    EXPECT_TRUE(compiled.object.has_value()) << compiled.reason;
    LensRequest request;
    request.object = compiled.object ? compiled.object->bytes : "";
    request.kernel = kernel;
    request.launch.global = {items, 1, 1};
    request.launch.local = {64, 1, 1};
    using Kind = EvaluatedArgument::Kind;
    request.launch.arguments = {{Kind::buffer, {}, buffer_address(0), 4 * items},
                                {Kind::buffer, {}, buffer_address(1), 4 * items},
                                {Kind::scalar, std::move(scalar), 0, 0}};
    request.machine.cores = 2;
    return request;
  }

  microbench::WorkerClient worker_{
      {std::string(CLGAUGE_BINARY_DIR) + "/microbench/clgauge-worker", 0}};
  Lens lens_;
};

TEST_P(LookDevice, AStreamMovesItsLines) {
  constexpr std::uint64_t kItems = 1U << 22U;
  const LensAnswer answer = lens_.look(request("scale", kItems, {0, 0, 0x80, 0x3f}));
  ASSERT_EQ(answer.refusal, "");
  const double lines = 4.0 * kItems / 64 / 2;  // of one array, of one core
  EXPECT_NEAR(answer.features.at("f_lens_l2_stream"), lines, 0.1 * lines);
  const double stored =
      answer.features.at("f_lens_l2_store") + answer.features.at("f_lens_non_temporal_lines");
  EXPECT_NEAR(stored, lines, 0.1 * lines);
  EXPECT_GT(answer.features.at("f_lens_cycles"), 0.25 * lines);
  EXPECT_EQ(answer.features.at("f_lens_groups"), kItems / 64 / 2);
}

TEST_P(LookDevice, ALoopCostsInProportionToItsTrips) {
  const auto cycles = [&](std::uint8_t hundreds) {
    const auto trips = static_cast<unsigned>(hundreds) * 256;
    const LensAnswer answer = lens_.look(request(
        "poly", 4096,
        {static_cast<std::uint8_t>(trips & 0xFF), static_cast<std::uint8_t>(trips >> 8U), 0, 0}));
    EXPECT_EQ(answer.refusal, "");
    EXPECT_FALSE(answer.loops.empty());
    return answer.features.count("f_lens_cycles") > 0 ? answer.features.at("f_lens_cycles") : 0;
  };
  EXPECT_NEAR(cycles(40) / cycles(10), 4, 0.2);
}

// Functions of the runtime cost what their own code does, in the object or in the driver's library.
TEST_P(LookDevice, MathematicsIsWalked) {
  constexpr std::uint64_t kItems = 1U << 16U;
  const LensAnswer scale = lens_.look(request("scale", kItems, {0, 0, 0x80, 0x3f}));
  const LensAnswer turn = lens_.look(request("turn", kItems, {0, 0, 0x80, 0x3f}));
  ASSERT_EQ(turn.refusal, "");
  EXPECT_FALSE(turn.calls.empty());
  for (const char* counted : {"f_lens_calls", "f_lens_calls_trig", "f_lens_calls_pow"}) {
    EXPECT_EQ(turn.features.at(counted), 0) << counted;
  }
  // Not less than a few operations an item, vectors of 16 items at most.
  EXPECT_GE(turn.features.at("f_lens_micro_ops"),
            scale.features.at("f_lens_micro_ops") + 40.0 * kItems / 16 / 2);
  EXPECT_GE(turn.features.at("f_lens_cycles"), 4 * scale.features.at("f_lens_cycles"));
}

// From an object that was built with line tables; by themselves drivers give none.
TEST_P(LookDevice, LoopsAreNamedByTheirLines) {
  LensRequest plain = request("poly", 4096, {0, 4, 0, 0});
  const LensAnswer counted = lens_.look(plain);
  ASSERT_EQ(counted.refusal, "");
  EXPECT_FALSE(counted.explains_loops);
  plain.explains_loops = true;
  LensRequest lined = plain;
  // PoCL loses the lines of programs that its cache holds.
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  lined.lined_object =
      request("poly", 4096, {0, 4, 0, 0}, "-gline-tables-only -Dbuilt_" + std::to_string(now))
          .object;
  const LensAnswer unlined = lens_.look(plain);
  const LensAnswer answer = lens_.look(lined);
  EXPECT_TRUE(answer.explains_loops);
  EXPECT_EQ(answer.features, counted.features);
  ASSERT_FALSE(answer.loops.empty());
  EXPECT_EQ(answer.loops.front().lines, (SourceSpan{"", 6, 6}));
  EXPECT_EQ(unlined.loops.front().lines, SourceSpan());
  // Copies of the loop count as one.
  double share = 0;
  for (const HotLoop& loop : unlined.loops) {
    share += loop.share;
  }
  EXPECT_NEAR(answer.loops.front().share, share, 1e-9);
  EXPECT_EQ(answer.loops.front().copies, unlined.loops.size());
  // Lines of other code say nothing of this one.
  lined.lined_object = plain.object;
  EXPECT_EQ(lens_.look(lined).loops.front().lines, SourceSpan());
  lined.lined_object = "rubbish";
  EXPECT_EQ(lens_.look(lined).loops.front().lines, SourceSpan());
}

// A loop's part of the launch's counts: all that it does, and nothing of what is done around it.
TEST_P(LookDevice, LoopsHaveTheirPartOfTheCounts) {
  constexpr std::uint64_t kItems = 4096;
  LensRequest sums = request("sums", kItems, {0, 16, 0, 0});  // of 4096 floats, by each item
  sums.launch.arguments[1].size_bytes = 64ULL * 4096 * kItems;
  sums.explains_loops = true;
  const LensAnswer answer = lens_.look(sums);
  ASSERT_EQ(answer.refusal, "");
  LensFeatures all;
  for (const HotLoop& loop : answer.loops) {
    for (const auto& [name, count] : loop.features) {
      all[name] += name == "f_lens_groups" ? 0 : count;
    }
    EXPECT_EQ(loop.features.at("f_lens_groups"), answer.features.at("f_lens_groups"));
    EXPECT_EQ(loop.features.count("f_lens_dram_store"), 0U);  // of the result
  }
  const auto expect_most = [&](const std::string& name, double least) {
    EXPECT_GT(all[name], least * answer.features.at(name)) << name;
    EXPECT_LT(all[name], 1.001 * answer.features.at(name)) << name;
  };
  expect_most("f_lens_cycles", 0.95);
  for (const char* name :
       {"f_lens_l2_irregular", "f_lens_dram_irregular", "f_lens_tlb_misses", "f_lens_page_walks"}) {
    EXPECT_GT(answer.features.at(name), kItems) << name;
    expect_most(name, 0.99);
  }
}

TEST_P(LookDevice, AddressesThatDependOnDataAreRefused) {
  const LensAnswer answer = lens_.look(request("jump", 4096, {1, 0, 0, 0}));
  EXPECT_NE(answer.refusal.find("data-dependent address"), std::string::npos) << answer.refusal;
  EXPECT_TRUE(answer.features.empty());
}

TEST_P(LookDevice, TheProcessSaysTheSame) {
  std::vector<LensRequest> requests = {request("scale", 4096, {0, 0, 0x80, 0x3f}),
                                       request("poly", 4096, {9, 0, 0, 0})};
  requests.push_back(requests.front());
  requests.back().kernel = "none";
  const auto answers = look_in_process(requests);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].features, lens_.look(requests[0]).features);
  EXPECT_EQ(answers[1].features, lens_.look(requests[1]).features);
  EXPECT_NE(answers[2].refusal.find("none"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Devices, LookDevice, testing::Range<std::size_t>(0, cpu_devices().size()),
                         [](const auto& test) { return "cpu" + std::to_string(test.param); });

// A launch that takes more memory than there is costs the launches beside it nothing.
TEST(Lens, WhatTakesTooMuchMemoryIsRefused) {
  LensRequest request;
  request.object = assembled_bytes(
      "  .globl _pocl_kernel_k_workgroup\n  .type _pocl_kernel_k_workgroup, @function\n"
      "_pocl_kernel_k_workgroup:\n  ret\n"
      "  .size _pocl_kernel_k_workgroup, .-_pocl_kernel_k_workgroup\n");
  request.kernel = "k";
  LensRequest large = request;
  large.launch.arguments = {{EvaluatedArgument::Kind::local, {}, 0, 1ULL << 52U}};
  Lens lens;
  EXPECT_NE(lens.look(large).refusal.find("more memory"), std::string::npos);
  EXPECT_EQ(lens.look(request).refusal, "");
  const auto answers = look_in_process({large, request});
  EXPECT_NE(answers.at(0).refusal.find("more memory"), std::string::npos);
  EXPECT_EQ(answers.at(1).refusal, "");
}

TEST(Lens, RubbishIsRefused) {
  Lens lens;
  LensRequest request;
  request.kernel = "k";
  for (const char* object : {"", "no object",
                             "\x7f"
                             "ELF",
                             "//\n.version 8.0\n.target sm_90\n"}) {
    request.object = object;
    EXPECT_NE(lens.look(request).refusal, "") << object;
  }
}

}  // namespace
}  // namespace clgauge::lens
