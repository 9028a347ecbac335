// Looks at compiled kernels, taken once and read from the store from then on.
#include "service/engine/kernel_lens.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/error.h"
#include "db/device_table.h"
#include "device/device.h"
#include "kernels/catalogue.h"
#include "microbench/worker/values.h"
#include "service/engine/buffer_notes.h"
#include "service/engine/device_record.h"
#include "service/engine/family_launch.h"
#include "service/engine/kept_looks.h"
#include "service/engine/kernel_objects.h"

namespace clgauge::service {
namespace {

constexpr const char* kSource =
    "__kernel void scale(__global float* out, __global const float* in, int n) {\n"
    "  const int i = get_global_id(0);\n"
    "  if (i < n) out[i] = 2 * in[i];\n"
    "}\n"
    "__kernel void jump(__global float* out, __global const int* in, int n) {\n"
    "  out[get_global_id(0)] = out[in[get_global_id(0)]];\n"
    "}\n"
    // One group alone leaves `in` in its second round.
    "__kernel void stride(__global float* out, __global const float* in, int n) {\n"
    "  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {\n"
    "    in += (long)(i / get_global_size(0)) << 32;\n"
    "    out[i] = 2 * in[i];\n"
    "  }\n"
    "}\n"
    "__kernel void astray(__global float* out, __global const float* in, int n) {\n"
    "  out[get_global_id(0)] = in[(1L << 40) + n];\n"
    "}\n"
    // Among zeros it finds no end.
    "__kernel void probe(__global float* out, __global const int* in, int n) {\n"
    "  const int i = get_global_id(0);\n"
    "  int at = i & 63;\n"
    "  if (i < n) {\n"
    "    while (in[at] == 0) at = (at + 1) & 63;\n"
    "    out[i] = at;\n"
    "  }\n"
    "}\n"
    "__kernel void weigh(__global float* out, __global const float* in, int n) {\n"
    "  const float x = in[get_global_id(0)];\n"
    "  out[get_global_id(0)] = exp(-x * x * 90) * x;\n"
    "}\n"
    "#line 100\n"
    "__kernel void poly(__global float* out, __global const float* in, int n) {\n"
    "  float x = in[get_global_id(0)];\n"
    "  for (int k = 0; k < n; ++k)\n"
    "    x = x * x + 0.25f;\n"
    "  out[get_global_id(0)] = x;\n"
    "}\n";

class KernelLensTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const auto& device : device::discover_in_child().devices) {
      if (device.type == "cpu") {
        device_ = device;
      }
    }
    ASSERT_FALSE(device_.id.empty()) << "no OpenCL device of type CPU";
    db::DeviceTable(store_).upsert(device_row(device_));
    setenv("CLGAUGE_WORKER", CLGAUGE_BINARY_DIR "/microbench/clgauge-worker", 1);
    setenv("CLGAUGE_LENS", CLGAUGE_BINARY_DIR "/lens/clgauge-lens", 1);
  }

  // From here on a look that is not in the store fails.
  static void take_programs_away() {
    setenv("CLGAUGE_WORKER", "/nonexistent/clgauge-worker", 1);
    setenv("CLGAUGE_LENS", "/nonexistent/clgauge-lens", 1);
  }

  [[nodiscard]] static microbench::Job job(const std::string& kernel, std::size_t items) {
    microbench::Job job;
    job.source = kSource;
    job.kernel = kernel;
    job.global = {items, 1, 1};
    job.local = {64, 1, 1};
    job.arguments = {microbench::BufferArgument{4 * items, "float32", microbench::Fill::zero},
                     microbench::BufferArgument{4 * items, "int32", microbench::Fill::zero},
                     microbench::ScalarArgument{"int32", static_cast<double>(items)}};
    return job;
  }

  [[nodiscard]] lens::LensAnswer look(const microbench::Job& job, unsigned cores = 2,
                                      LensCode code = LensCode::compiled) {
    model::DeviceTraits traits;
    traits.compute_units = cores;
    KernelLens lens(store_, device_, traits, code);
    lens.compile_missing({job});
    return lens.look({job}).front();
  }

  device::Identity device_;
  db::Store store_ = db::Store::in_memory();
};

TEST_F(KernelLensTest, ASecondLookNeedsNoProcess) {
  const lens::LensAnswer first = look(job("scale", 1U << 16U));
  ASSERT_EQ(first.refusal, "");
  const lens::LensAnswer refused = look(job("jump", 1U << 16U));
  ASSERT_NE(refused.refusal, "");
  take_programs_away();
  const lens::LensAnswer again = look(job("scale", 1U << 16U));
  EXPECT_EQ(again.features, first.features);
  EXPECT_EQ(again.loops.size(), first.loops.size());
  EXPECT_EQ(look(job("jump", 1U << 16U)).refusal, refused.refusal);
}

// Who explains looks closer than who predicts; what that finds is kept for both.
TEST_F(KernelLensTest, LoopsAreExplainedOnce) {
  const microbench::Job poly = job("poly", 4096);
  const lens::LensAnswer counted = look(poly);
  ASSERT_EQ(counted.refusal, "");
  ASSERT_FALSE(counted.loops.empty());
  EXPECT_EQ(counted.loops.front().lines, lens::SourceSpan());
  model::DeviceTraits traits;
  traits.compute_units = 2;
  KernelLens lens(store_, device_, traits);
  lens.compile_with_lines(poly);
  const lens::LensAnswer explained = lens.look({poly}, {}, LookDepth::loops).front();
  EXPECT_EQ(explained.features, counted.features);
  ASSERT_FALSE(explained.loops.empty());
  EXPECT_EQ(explained.loops.front().lines, (lens::SourceSpan{"", 102, 103}));
  take_programs_away();
  EXPECT_EQ(lens.look({poly}, {}, LookDepth::loops).front().loops.front().lines,
            explained.loops.front().lines);
  EXPECT_EQ(look(poly).loops.front().lines, explained.loops.front().lines);
}

TEST_F(KernelLensTest, ContentsThatAreGivenAreKnown) {
  microbench::Job known = job("jump", 1U << 16U);
  auto& at = std::get<microbench::BufferArgument>(known.arguments[1]);
  at.fill = microbench::Fill::given;
  at.content = std::string("\x03\0\0\0\x01\0\0\0", 8);
  const lens::LensAnswer seen = look(known);
  EXPECT_EQ(seen.refusal, "");
  at.content.clear();
  for (unsigned i = 0; i < 4096; ++i) {  // another line each time
    const unsigned scattered = i * 40503U % (1U << 16U);
    at.content += {static_cast<char>(scattered & 0xFFU), static_cast<char>(scattered >> 8U), 0, 0};
  }
  const std::string missed = "f_lens_l2_irregular";
  EXPECT_GT(look(known).features.at(missed), 100 * seen.features.at(missed) + 1000);
}

// Integers that a family has drawn and its kernel only reads: the bytes that are measured.
TEST_F(KernelLensTest, IntegersOfAFamilyAreKnown) {
  const kernels::Variant& variant = kernels::variant(kernels::family("lu_swap_rows"), "columns1");
  const kernels::Sizes sizes = {{"n", 256}, {"rows", 64}};
  const microbench::Job drawn = job_of(variant, sizes);
  const microbench::Job known = job_with_contents(variant, sizes);
  const auto& matrix = std::get<microbench::BufferArgument>(known.arguments[0]);
  const auto& pivots = std::get<microbench::BufferArgument>(known.arguments[1]);
  EXPECT_EQ(matrix.fill, microbench::Fill::uniform);
  EXPECT_EQ(pivots.fill, microbench::Fill::given);
  EXPECT_EQ(microbench::content_of(known, 1), microbench::content_of(drawn, 1));
  EXPECT_NE(look(drawn).refusal.find("data-dependent address"), std::string::npos);
  EXPECT_EQ(look(known).refusal, "");
}

TEST_F(KernelLensTest, LooksAsIfTheJobWereMeasured) {
  const microbench::Job zeros = job("jump", 1U << 16U);
  EXPECT_NE(look(zeros).refusal, "");  // a look assumes nothing
  model::DeviceTraits traits;
  traits.compute_units = 2;
  KernelLens lens(store_, device_, traits);
  EXPECT_EQ(lens.look_as_measured(zeros).refusal, "");
  collector::KernelModel model;
  model.parameters.resize(3);
  model.parameters[0].name = "out";
  model.parameters[1].name = "in";
  model.arrays.resize(2);
  model.arrays[0].array = "out";
  model.arrays[1].array = "in";
  model.arrays[1].loaded = true;
  const std::string held = contents_as_measured(model, zeros);
  EXPECT_NE(held.find("zeros in `in`"), std::string::npos) << held;
}

TEST_F(KernelLensTest, DenormalNumbersAreLookedForOnLikelyContents) {
  microbench::Job weigh = job("weigh", 4096);
  std::get<microbench::BufferArgument>(weigh.arguments[1]) = {16384, "float32"};
  const lens::LensAnswer plain = look(weigh);
  ASSERT_EQ(plain.refusal, "");
  EXPECT_TRUE(plain.likely.empty());
  EXPECT_EQ(plain.features.at("f_lens_assists"), 0);
  model::DeviceTraits traits;
  traits.compute_units = 2;
  KernelLens lens(store_, device_, traits);
  lens::LensAnswer likely = lens.look_for_denormals(weigh);
  EXPECT_EQ(likely.features, plain.features);
  EXPECT_GT(likely.likely.at("f_lens_assists"), 0);
  lens::take_likely(likely);
  EXPECT_GT(likely.features.at("f_lens_assists"), 0);
  microbench::Job flushed = weigh;
  flushed.options = "-cl-denorms-are-zero";
  lens.compile_missing({flushed});
  EXPECT_EQ(lens.look_for_denormals(flushed).likely.at("f_lens_assists"), 0);
  take_programs_away();  // kept beside the plain look
  EXPECT_GT(lens.look_for_denormals(weigh).likely.at("f_lens_assists"), 0);
  EXPECT_EQ(look(weigh).features, plain.features);
  EXPECT_EQ(lens.look_for_denormals(flushed).likely.at("f_lens_assists"), 0);
}

TEST_F(KernelLensTest, AccessesBeyondABufferAreSaid) {
  constexpr std::size_t kItems = 1U << 14U;
  EXPECT_TRUE(look(job("scale", kItems)).overruns.empty());
  microbench::Job small = job("scale", kItems);
  std::get<microbench::BufferArgument>(small.arguments[1]).bytes = kItems;  // a quarter
  const lens::LensAnswer seen = look(small);
  ASSERT_EQ(seen.refusal, "");
  ASSERT_EQ(seen.overruns.size(), 1U);
  EXPECT_EQ(seen.overruns[0].argument, 1U);
  EXPECT_EQ(seen.overruns[0].size_bytes, kItems);
  EXPECT_GT(seen.overruns[0].behind_bytes, kItems);
  EXPECT_FALSE(seen.overruns[0].is_stored);
  collector::KernelModel model;
  model.parameters.resize(3);
  model.parameters[1].name = "in";
  const auto notes = notes_on_overruns(seen.overruns, model, {});
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].rfind("work-items read up to ", 0), 0U) << notes[0];
  EXPECT_NE(notes[0].find("beyond the end of buffer `in`, to which this launch gives 16384 bytes"),
            std::string::npos)
      << notes[0];
  EXPECT_TRUE(notes_on_overruns(seen.overruns, model, {"in"}).empty());
  // Work-items that do nothing access nothing, whatever vectors they are lanes of.
  const std::int64_t items = kItems / 4 - 3;
  std::get<microbench::ScalarArgument>(small.arguments[2]).value = static_cast<double>(items);
  EXPECT_TRUE(look(small).overruns.empty());
}

// PoCL compiles when a first group is run; the whole launch stays within its buffers.
TEST_F(KernelLensTest, WhatOneGroupAloneCannotRunIsCompiled) {
  const lens::LensAnswer seen = look(job("stride", 1U << 16U));
  EXPECT_EQ(seen.refusal, "");
}

TEST_F(KernelLensTest, WhatDoesNotEndOnScratchIsCompiled) {
  microbench::Job probing = job("probe", 1U << 10U);
  probing.timeout_seconds = 10;
  std::get<microbench::BufferArgument>(probing.arguments[1]).fill = microbench::Fill::given;
  std::get<microbench::BufferArgument>(probing.arguments[1]).content =
      std::string(std::size_t{4} << 10U, '\1');
  EXPECT_EQ(look(probing).refusal, "");
}

TEST_F(KernelLensTest, WhatCrashesWhateverItsArgumentsSaysSo) {
  if (device_.platform.find("Portable") == std::string::npos) {
    GTEST_SKIP() << "others compile without a launch";
  }
  const lens::LensAnswer seen = look(job("astray", 1U << 10U));
  EXPECT_NE(seen.refusal.find("one group of it alone"), std::string::npos) << seen.refusal;
  EXPECT_NE(seen.refusal.find("killed by signal 11"), std::string::npos) << seen.refusal;
}

TEST_F(KernelLensTest, AnotherSizeArgumentOrMachineIsLookedAt) {
  const microbench::Job known = job("scale", 1U << 16U);
  ASSERT_EQ(look(known).refusal, "");
  take_programs_away();
  EXPECT_EQ(look(known).refusal, "");
  EXPECT_THROW((void)look(job("scale", 1U << 17U)), Error);
  microbench::Job other = known;
  std::get<microbench::ScalarArgument>(other.arguments.at(2)).value = 7;
  EXPECT_THROW((void)look(other), Error);
  EXPECT_THROW((void)look(known, 3), Error);
}

// As a device would show it: a work-item loads and stores a float.
constexpr const char* kScaleInPtx = R"(.version 7.5
.target sm_90
.address_size 64
.entry scale(.param .u64 .ptr .global .align 4 out, .param .u64 .ptr .global .align 4 in,
             .param .u32 n)
{
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .b64 %rd<6>; .reg .f32 %f<3>;
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [in];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra DONE;
  mul.wide.s32 %rd3, %r5, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  add.f32 %f2, %f1, %f1;
  add.s64 %rd5, %rd1, %rd3;
  st.global.f32 [%rd5], %f2;
DONE:
  ret;
}
)";

TEST_F(KernelLensTest, PtxThatWasKeptIsWalked) {
  const microbench::Job known = job("scale", 1U << 16U);
  device_.type = "gpu";
  microbench::Measurement measurement;
  measurement.object.emplace();
  measurement.object->bytes = kScaleInPtx;
  keep_object(store_, device_, known, measurement);
  model::DeviceTraits traits;
  traits.compute_units = 2;
  traits.sub_group_size = 32;
  const lens::LensAnswer answer = KernelLens(store_, device_, traits).look({known}).front();
  ASSERT_EQ(answer.refusal, "");
  EXPECT_EQ(answer.features.at("f_lens_ir_float32"), (1U << 16U) / 2);
  EXPECT_EQ(answer.features.at("f_lens_ir_lines"), 2 * (1U << 16U) / 16 / 2);
}

TEST_F(KernelLensTest, TellsALaunchThatCannotBeFromOneThatItCannotFollow) {
  model::DeviceTraits traits;
  traits.compute_units = 2;
  KernelLens lens(store_, device_, traits);
  microbench::Job wrong = job("scale", 1U << 16U);
  wrong.source = "__kernel void scale(__global float* out) { out[0] = nothing; }";
  microbench::Job uneven = job("scale", 100);
  const microbench::Job unseen = job("jump", 1U << 16U);
  lens.compile_missing({wrong, uneven, unseen});
  ASSERT_TRUE(lens.compile_failure(wrong));
  EXPECT_TRUE(lens.compile_failure(wrong)->is_of_launch);
  EXPECT_NE(lens.compile_failure(wrong)->detail.find("nothing"), std::string::npos);
  ASSERT_TRUE(lens.compile_failure(uneven));
  EXPECT_TRUE(lens.compile_failure(uneven)->is_of_launch);
  EXPECT_FALSE(lens.compile_failure(unseen));
}

TEST_F(KernelLensTest, LooksAtLlvmIrAreKeptToo) {
  setenv("CLGAUGE_COLLECTOR", CLGAUGE_BINARY_DIR "/collector/clgauge-collector", 1);
  const microbench::Job known = job("scale", 1U << 16U);
  const lens::LensAnswer first = look(known, 2, LensCode::llvm_ir);
  ASSERT_EQ(first.refusal, "");
  EXPECT_EQ(first.features.count("f_lens_cycles"), 0U);
  const lens::LensAnswer refused = look(job("jump", 1U << 16U), 2, LensCode::llvm_ir);
  EXPECT_EQ(refused.refusal.find("data-dependent address: line 6"), 0U) << refused.refusal;
  microbench::Job wrong = known;
  wrong.source = "__kernel void scale(";
  EXPECT_NE(look(wrong, 2, LensCode::llvm_ir).refusal, "");
  take_programs_away();
  setenv("CLGAUGE_COLLECTOR", "/nonexistent/clgauge-collector", 1);
  EXPECT_EQ(look(known, 2, LensCode::llvm_ir).features, first.features);
  EXPECT_EQ(look(job("jump", 1U << 16U), 2, LensCode::llvm_ir).refusal, refused.refusal);
  EXPECT_THROW((void)look(known, 3, LensCode::llvm_ir), Error);  // other cores: not kept
}

TEST(LookNames, ContentsHaveSubjectsOfTheirOwn) {
  lens::EvaluatedLaunch launch;
  launch.arguments.resize(2);
  const auto name = [&] { return name_of_look("device", "object", "k", launch, {}); };
  const LookName plain = name();
  launch.arguments[1].content = "ab";
  const LookName known = name();
  EXPECT_NE(known.subject, plain.subject);
  EXPECT_NE(known.key, plain.key);
  EXPECT_EQ(name().key, known.key);
  launch.global = {128, 1, 1};
  EXPECT_EQ(name().subject, known.subject);
  launch.arguments[1].content = "ba";
  EXPECT_NE(name().subject, known.subject);
  std::swap(launch.arguments[0].content, launch.arguments[1].content);
  EXPECT_NE(name().subject, known.subject);
}

TEST(LensRefusals, NameTheArgumentsThatTheLensCounts) {
  std::vector<collector::Parameter> parameters(2);
  parameters[0].name = "out";
  parameters[1].name = "keys";
  EXPECT_EQ(
      with_argument_names("the buffer of kernel argument 1, and kernel argument 0", parameters),
      "the buffer of argument `keys`, and argument `out`");
  EXPECT_EQ(with_argument_names("kernel argument 7", parameters), "kernel argument 7");
  EXPECT_EQ(with_argument_names("kernel arguments of more than 4 bytes", parameters),
            "kernel arguments of more than 4 bytes");
}

}  // namespace
}  // namespace clgauge::service
