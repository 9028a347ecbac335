// LLVM IR through all of the lens: features, the process, what is kept apart.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "collector/bitcode.h"
#include "lens/launch/ir_features.h"
#include "lens/launch/look.h"
#include "lens/process/client.h"
#include "lens/process/protocol.h"

namespace clgauge::lens {
namespace {

constexpr const char* kSource =
    "kernel void scale(global float *out, global const float *in, float v) {"
    " out[get_global_id(0)] = v * in[get_global_id(0)]; }"
    "kernel void poly(global float *out, global const float *in, int trips) {"
    " float x = in[get_global_id(0)];"
    " for (int i = 0; i < trips; ++i) x = x * x + 0.25f;"
    " out[get_global_id(0)] = x; }"
    "kernel void walk(global float *out, global const float *in, int pitch) {"
    " out[get_global_id(0)] = in[get_global_id(0) * pitch]; }"
    "kernel void jump(global float *out, global const int *in, int n) {"
    " out[get_global_id(0)] = out[in[get_global_id(0)]]; }";

constexpr std::uint64_t kItems = 1U << 24U;

LensRequest request(const std::string& kernel, std::uint8_t scalar = 1) {
  collector::Source source;
  source.text = kSource;
  LensRequest request;
  request.object = collector::prepared_bitcode(source, kernel);
  request.kernel = kernel;
  request.launch.global = {kItems, 1, 1};
  request.launch.local = {64, 1, 1};
  using Kind = EvaluatedArgument::Kind;
  request.launch.arguments = {{Kind::buffer, {}, buffer_address(0), 1024 * kItems},
                              {Kind::buffer, {}, buffer_address(1), 1024 * kItems},
                              {Kind::scalar, {scalar, 0, 0, 0}, 0, 0}};
  request.machine.cores = 2;
  request.machine.sub_group_items = 32;
  request.machine.sub_groups_take_turns = true;
  return request;
}

TEST(IrLook, AStreamMovesItsLines) {
  const LensAnswer answer = Lens().look(request("scale"));
  ASSERT_EQ(answer.refusal, "");
  const double lines = 4.0 * kItems / 64 / 2;  // of one array, of one core
  EXPECT_EQ(answer.features.at("f_lens_ir_groups"), kItems / 64 / 2);
  EXPECT_EQ(answer.features.at("f_lens_ir_lines"), 2 * lines);
  EXPECT_EQ(answer.features.at("f_lens_ir_float32"), kItems / 2);
  EXPECT_NEAR(answer.features.at("f_lens_ir_dram_stream"), lines, 0.1 * lines);
  EXPECT_NEAR(answer.features.at("f_lens_ir_dram_store"), lines, 0.1 * lines);
  EXPECT_NEAR(answer.features.at("f_lens_ir_l2_stream"), lines, 0.1 * lines);
  EXPECT_GT(answer.features.at("f_lens_ir_page_walks"), 0);
}

TEST(IrLook, ALoopCostsInProportionToItsTrips) {
  const auto sums = [](std::uint8_t trips) {
    return Lens().look(request("poly", trips)).features.at("f_lens_ir_float32");
  };
  EXPECT_EQ(sums(40), 4 * sums(10));
}

TEST(IrLook, AWalkAcrossRowsMovesALineForEachItem) {
  const LensAnswer answer = Lens().look(request("walk", 64));
  EXPECT_EQ(answer.features.at("f_lens_ir_lines"), kItems / 2 + 4 * kItems / 64 / 2);
}

TEST(IrLook, FillsInEveryNameAndNoOther) {
  EXPECT_EQ(names_of(Lens().look(request("scale")).features), ir_feature_names());
}

TEST(IrLook, TheProcessSaysTheSame) {
  setenv("CLGAUGE_LENS", CLGAUGE_BINARY_DIR "/lens/clgauge-lens", 1);
  std::vector<LensRequest> requests = {request("scale"), request("jump"), request("poly", 9)};
  requests.push_back(requests.front());
  requests.back().kernel = "none";
  requests.push_back(requests.front());
  requests.back().launch.arguments.pop_back();
  requests.push_back(requests.front());
  requests.back().object.resize(requests.back().object.size() / 2 / 4 * 4);
  const auto answers = look_in_process(requests);
  ASSERT_EQ(answers.size(), requests.size());
  EXPECT_EQ(answers[0].features, Lens().look(requests[0]).features);
  EXPECT_EQ(answers[1].refusal.find("data-dependent address: line 1"), 0U) << answers[1].refusal;
  EXPECT_EQ(answers[2].features, Lens().look(requests[2]).features);
  EXPECT_NE(answers[3].refusal.find("'none'"), std::string::npos) << answers[3].refusal;
  EXPECT_NE(answers[4].refusal.find("3 arguments, not 2"), std::string::npos) << answers[4].refusal;
  EXPECT_NE(answers[5].refusal.find("damaged LLVM IR"), std::string::npos) << answers[5].refusal;
}

TEST(IrLook, MachinesOfCompiledCodeAreNamedAsBefore) {
  MachineShape machine;
  EXPECT_FALSE(machine_json(machine).contains("sub_group"));
  EXPECT_FALSE(machine_json(machine).contains("translations_cost"));
  machine.sub_group_items = 32;
  EXPECT_EQ(machine_json(machine).at("sub_group"), 32);
}

}  // namespace
}  // namespace clgauge::lens
