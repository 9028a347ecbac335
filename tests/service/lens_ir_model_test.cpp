// The model of LLVM IR, of a device that shows no compiled code: a calibration of PoCL whose
// objects are taken away.
#include <gmock/gmock.h>

#include <cstdlib>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/exchange/store_json.h"
#include "service/engine/calibrator.h"
#include "service/engine/device_record.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/kernel_lens.h"
#include "service/engine/predictor.h"

namespace clgauge::service {
namespace {

constexpr std::size_t kOneIn = 3;  // of the calibration's kernels
constexpr std::size_t kItems = 1U << 18U;

constexpr const char* kScale =
    "__kernel void scale(__global float* out, __global const float* in, int n) {\n"
    "  const int i = get_global_id(0);\n"
    "  if (i < n) out[i] = 2 * in[i];\n"
    "}\n";

// What the calibration would be of a device of that type that hands out nothing.
std::string calibration_without_objects(const char* type) {
  auto json = nlohmann::json::parse(
      read_file(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json"));
  auto& tables = json.at("tables");
  tables.at("devices").at(0).at("type") = type;
  for (const char* table : {"objects", "kernel_objects", "models", "costs"}) {
    tables.at(table).clear();
  }
  nlohmann::json kernels = nlohmann::json::array();
  std::set<std::string> kept;
  for (std::size_t i = 0; i < tables.at("micro_kernels").size(); i += kOneIn) {
    kernels.push_back(tables.at("micro_kernels")[i]);
    kept.insert(kernels.back().at("uid").get<std::string>());
  }
  tables.at("micro_kernels") = kernels;
  nlohmann::json samples = nlohmann::json::array();
  for (const auto& sample : tables.at("samples")) {
    if (kept.count(sample.at("micro_kernel_uid").get<std::string>()) > 0) {
      samples.push_back(sample);
    }
  }
  tables.at("samples") = samples;
  return json.dump();
}

class LensIrModel : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("CLGAUGE_COLLECTOR", CLGAUGE_BINARY_DIR "/collector/clgauge-collector", 1);
    setenv("CLGAUGE_LENS", CLGAUGE_BINARY_DIR "/lens/clgauge-lens", 1);
  }

  void import(const char* type) {
    std::istringstream in(calibration_without_objects(type));
    static_cast<void>(db::import_json(store_, in));
    calibration_ = db::CalibrationTable(store_).list({}).front();
    device_ = identity_of(*db::DeviceTable(store_).find(calibration_.device_id));
  }

  std::vector<std::string> refitted() {
    std::vector<std::string> names;
    for (const auto& fitted : refit(store_, calibration_.uid)) {
      names.push_back(fitted.name);
    }
    return names;
  }

  // By the model of LLVM IR, which the store has or which is fitted now.
  PredictionReport scale() {
    microbench::Job job;
    job.source = kScale;
    job.kernel = "scale";
    job.global = {kItems, 1, 1};
    job.local = {64, 1, 1};
    job.arguments = {microbench::BufferArgument{4 * kItems, "float32", microbench::Fill::zero},
                     microbench::BufferArgument{4 * kItems, "float32", microbench::Fill::zero},
                     microbench::ScalarArgument{"int32", static_cast<double>(kItems)}};
    collector::LaunchDescription launch;
    launch.global = {std::to_string(kItems)};
    launch.local = {"64"};
    launch.args["n"] = std::to_string(kItems);
    const Predictor predictor(store_, device_, kLensIrModel);
    EXPECT_EQ(predictor.lens_code(), LensCode::llvm_ir);
    KernelLens lens(store_, device_, predictor.traits(), LensCode::llvm_ir);
    lens.compile_missing({job});
    const auto answer = lens.look({job}).front();
    EXPECT_EQ(answer.refusal, "");
    const auto kernel =
        KernelCatalog(store_).collect({kScale, "scale.cl", "", {}}, "scale", launch);
    return predictor.predict(kernel, {{"n", kItems}}, answer.features);
  }

  db::Store store_ = db::Store::in_memory();
  db::CalibrationRow calibration_;
  device::Identity device_;
};

TEST_F(LensIrModel, IsFittedWhereNoObjectCanBeHad) {
  import("gpu");
  const auto names = refitted();
  EXPECT_THAT(names, ::testing::Contains("lens-ir"));
  EXPECT_THAT(names, ::testing::Contains("source"));
  EXPECT_THAT(names, ::testing::Not(::testing::Contains("lens")));
  const PredictionReport report = scale();
  EXPECT_EQ(report.tier, "lens");
  // 2 MiB moved by a processor of about 10 GB/s.
  EXPECT_GT(report.prediction.seconds, 2e-5);
  EXPECT_LT(report.prediction.seconds, 2e-3);
}

TEST_F(LensIrModel, IsFittedOnDemandForAProcessor) {
  import("cpu");
  EXPECT_THAT(refitted(), ::testing::Not(::testing::Contains("lens-ir")));
  EXPECT_GT(scale().prediction.seconds, 2e-5);
}

TEST(LensCode, IsWhatTheFeaturesName) {
  EXPECT_EQ(code_for({"f_sync_kernel_launch", "f_lens_cycles"}), LensCode::compiled);
  EXPECT_EQ(code_for({"f_lens_ir_float32"}), LensCode::llvm_ir);
  EXPECT_EQ(code_for({"f_op_float32_add"}), std::nullopt);
}

}  // namespace
}  // namespace clgauge::service
