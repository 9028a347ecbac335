// PTX through all of the lens: the features of LLVM IR, of the code that the device shows.
#include <gtest/gtest.h>

#include <algorithm>

#include "collector/bitcode.h"
#include "lens/launch/ir_features.h"
#include "lens/launch/look.h"
#include "lens/process/client.h"
#include "ptx_case.h"

namespace clgauge::lens {
namespace {

constexpr const char* kKernels =
    "kernel void scale(global float *out, global const float *in, int n) {"
    " out[get_global_id(0)] = 3.0f * in[get_global_id(0)]; }\n"
    "kernel void walk(global float *out, global const float *in, int n) {"
    " out[get_global_id(0)] = in[get_global_id(0) * n]; }\n"
    "kernel void rows(global float *out, global const float *in, int n) {"
    " float sum = 0; for (int i = 0; i < n; ++i) sum += in[get_global_id(0) * n + i];"
    " out[get_global_id(0)] = sum; }\n"
    "kernel void jump(global float *out, global const float *in, int n) {"
    " out[get_global_id(0)] = out[((global const int *)in)[get_global_id(0)]]; }\n";

constexpr std::uint64_t kItems = 1U << 20U;

collector::Source source() {
  collector::Source source;
  source.text = kKernels;
  return source;
}

LensRequest request(const std::string& kernel, const std::string& object, std::uint8_t n = 16) {
  using Kind = EvaluatedArgument::Kind;
  LensRequest request;
  request.object = object;
  request.kernel = kernel;
  request.launch.global = {kItems, 1, 1};
  request.launch.local = {128, 1, 1};
  request.launch.arguments = {{Kind::buffer, {}, buffer_address(0), 1024 * kItems},
                              {Kind::buffer, {}, buffer_address(1), 1024 * kItems},
                              {Kind::scalar, {n, 0, 0, 0}, 0, 0}};
  request.machine.cores = 2;
  request.machine.sub_group_items = 32;
  request.machine.sub_groups_take_turns = true;
  return request;
}

class PtxLook : public testing::Test {
 protected:
  static const std::string& ptx() {
    static const std::string text = ptx_of(source(), "-O1");
    return text;
  }
};

TEST_F(PtxLook, TrafficIsThatOfLlvmIr) {
  for (const char* kernel : {"scale", "walk", "rows"}) {
    const LensAnswer of_ptx = Lens().look(request(kernel, ptx()));
    const LensAnswer of_ir =
        Lens().look(request(kernel, collector::prepared_bitcode(source(), kernel)));
    ASSERT_EQ(of_ptx.refusal, "");
    const std::vector<std::string> names = names_of(of_ptx.features);
    for (const std::string& name : ir_feature_names()) {
      ASSERT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
    }
    for (const auto& [name, count] : of_ir.features) {
      // Write-backs, and waits for lines of translations that several groups share, depend on how
      // many groups are sampled, which longer code makes fewer.
      const bool may_differ = name == "f_lens_ir_instructions" || name == "f_lens_ir_index" ||
                              name.ends_with("_writeback") || name.ends_with("_walk_waits");
      if (!may_differ) {
        EXPECT_NEAR(of_ptx.features.at(name), count, 1e-6 * count) << kernel << " " << name;
      }
    }
  }
}

TEST_F(PtxLook, TheProcessSaysTheSameAndWhatIsWrong) {
  setenv("CLGAUGE_LENS", CLGAUGE_BINARY_DIR "/lens/clgauge-lens", 1);
  const auto answers =
      look_in_process({request("scale", ptx()), request("jump", ptx()), request("none", ptx()),
                       request("scale", ".version 7.0\n.target sm_70\n.entry scale(\n")});
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0].features, Lens().look(request("scale", ptx())).features);
  EXPECT_EQ(answers[1].refusal.find("data-dependent address: PTX line"), 0U) << answers[1].refusal;
  EXPECT_EQ(answers[2].refusal, "the PTX holds no kernel 'none'");
  EXPECT_EQ(answers[3].refusal, "PTX line 4: expected '.param', found the end of the text");
}

}  // namespace
}  // namespace clgauge::lens
