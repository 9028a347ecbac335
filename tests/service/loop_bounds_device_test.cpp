// What hot loops are bound by: the code of each CPU device here, looked at closely, at the prices
// of a calibration in data/.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "cpu_devices.h"
#include "db/device_table.h"
#include "device/device.h"
#include "model/fitted.h"
#include "model/predict/predict.h"
#include "service/engine/device_record.h"
#include "service/engine/kernel_lens.h"
#include "service/store/loop_time.h"

namespace clgauge::service {
namespace {

using nlohmann::json;

constexpr std::size_t kItems = 16384;

std::string source() {
  return "#line 10\n"
         "__kernel void chain(__global float* out, __global const float* in, int n) {\n"
         "  float x = in[get_global_id(0)];\n"
         "  for (int i = 0; i < n; ++i)\n"
         "    x = fma(x, x, 0.25f);\n"
         "  out[get_global_id(0)] = x;\n"
         "}\n"
         "#line 20\n"
         "__kernel void apart(__global float* out, __global const float* in, int n) {\n"
         "  double sum = 0;\n"
         "  for (int i = 0; i < n; ++i) {\n"
         "    const double x = in[i & 63];\n"
         "    sum += sqrt(x) + sqrt(x * x + 1);\n"
         "  }\n"
         "  out[get_global_id(0)] = sum;\n"
         "}\n"
         "#line 40\n"
         "__kernel void far(__global float* out, __global const float* in, int n) {\n"
         "  float x = 0;\n"
         "  for (int i = 0; i < n; ++i)\n"
         "    x += in[get_global_id(0) * 80 + (i * i * 977 & 4095) * 9600];\n"
         "  out[get_global_id(0)] = x;\n"
         "}\n";
}

class LoopBounds : public ::testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    setenv("CLGAUGE_WORKER", CLGAUGE_BINARY_DIR "/microbench/clgauge-worker", 1);
    setenv("CLGAUGE_LENS", CLGAUGE_BINARY_DIR "/lens/clgauge-lens", 1);
    db::DeviceTable(store_).upsert(device_row(device()));
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick-sixth.json");
    const json document = json::parse(in);
    for (const auto& row : document.at("tables").at("models")) {
      if (row.at("fit").at("name") == "lens") {
        fit_ = row.at("fit");
      }
    }
  }

  [[nodiscard]] static const device::Identity& device() { return test::cpu_devices()[GetParam()]; }

  // The first of the loops, by time.
  [[nodiscard]] LoopTime hottest(const std::string& kernel, std::size_t trips) {
    microbench::Job job;
    job.source = source();
    job.kernel = kernel;
    job.global = {kItems, 1, 1};
    job.local = {64, 1, 1};
    const std::size_t far = 4 * (80 * kItems + std::size_t{9600} * 4096);
    job.arguments = {microbench::BufferArgument{4 * kItems, "float32", microbench::Fill::zero},
                     microbench::BufferArgument{kernel == "far" ? far : 8 * kItems, "float32",
                                                microbench::Fill::zero},
                     microbench::ScalarArgument{"int32", static_cast<double>(trips)}};
    KernelLens lens(store_, device(), model::device_traits_from_json(fit_.at("traits")));
    lens.compile_missing({job});
    lens.compile_with_lines(job);
    const lens::LensAnswer seen = lens.look({job}, {}, LookDepth::loops).front();
    EXPECT_EQ(seen.refusal, "");
    model::FeatureVector features = seen.features;
    features["f_sync_kernel_launch"] = 1;
    const model::Prediction prediction =
        model::Predictor(model::fitted_model_from_json(fit_)).predict(features);
    auto times = loop_times(seen.loops, prediction);
    EXPECT_FALSE(times.empty());
    EXPECT_GT(times.at(0).seconds, 0.6 * prediction.seconds) << kernel;
    EXPECT_LT(times.at(0).seconds, 1.001 * prediction.seconds) << kernel;
    return times.at(0);
  }

  db::Store store_ = db::Store::in_memory();
  json fit_;
};

TEST_P(LoopBounds, AreWhatLoopsWaitFor) {
  const LoopTime chain = hottest("chain", 500);
  EXPECT_EQ(chain.bound, "latency");
  EXPECT_EQ(chain.loop.lines, (lens::SourceSpan{"", 12, 13}));
  const LoopTime apart = hottest("apart", 500);
  EXPECT_EQ(apart.bound, "ports") << to_json(apart, 1);
  EXPECT_EQ(apart.loop.lines, (lens::SourceSpan{"", 22, 24}));
  const LoopTime far = hottest("far", 30);
  EXPECT_EQ(far.bound, "memory") << to_json(far, 1);
  EXPECT_EQ(far.loop.lines, (lens::SourceSpan{"", 42, 43}));
  EXPECT_GT(far.nanoseconds_per_iteration, 2 * chain.nanoseconds_per_iteration);
}

INSTANTIATE_TEST_SUITE_P(Devices, LoopBounds,
                         testing::Range<std::size_t>(0, test::cpu_devices().size()),
                         [](const auto& test) { return "cpu" + std::to_string(test.param); });

}  // namespace
}  // namespace clgauge::service
