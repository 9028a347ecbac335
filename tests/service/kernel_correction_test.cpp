// What observed runs do to predictions, on a store of recorded calibrations. No device.
#include "service/store/kernel_correction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/exchange/store_json.h"
#include "db/observation_table.h"
#include "service/store/answer.h"
#include "service/store/drift_watch.h"
#include "service/store/known_device.h"
#include "synthetic_kernel.h"

namespace clgauge::service {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

collector::KernelModel kernel(const std::string& name, const std::string& stride) {
  return collector::kernel_model_from_json(
      nlohmann::json::parse(synthetic_kernel(name, "8", stride)));
}

class KernelCorrection : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core.json");
    static_cast<void>(db::import_json(store_, in));
    device_ = known_device(store_, "").row;
    stored_ = load_model(store_, device_.id, kDefaultModel, device_.driver);
    ASSERT_TRUE(stored_);
  }

  std::string observe(const collector::KernelModel& of, const collector::Bindings& sizes,
                      const ObservedRun& run) {
    return service::observe(store_, device_.id, device_.driver, of, sizes, run);
  }

  [[nodiscard]] PredictionReport predict(const collector::KernelModel& of,
                                         const collector::Bindings& sizes,
                                         const GivenInputs& given = {}) {
    return corrected(answer(*stored_, model::Predictor(stored_->fitted), device_.id, of, sizes),
                     correction_of(store_, device_.id, *stored_, of), of, sizes, given);
  }

  [[nodiscard]] std::size_t rows() {
    return db::ObservationTable(store_).list_device(device_.id).size();
  }

  db::Store store_ = db::Store::in_memory();
  db::DeviceRow device_;
  std::optional<StoredModel> stored_;
};

TEST_F(KernelCorrection, NoiseThatIsNoneIsNotKept) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double noise : {nan, -0.1, std::numeric_limits<double>::infinity(), 1e300}) {
    try {
      observe(kernel("plain", "1"), {{"n", 1024}}, {1e-3, noise, "observe"});
      ADD_FAILURE() << noise;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_THAT(error.what(), HasSubstr("it must be a number from 0 to 10"));
    }
  }
  EXPECT_EQ(rows(), 0U);
  observe(kernel("plain", "1"), {{"n", 1024}}, {1e-3, 0, "observe"});
  EXPECT_EQ(rows(), 1U);
}

TEST_F(KernelCorrection, DamagedRowsAreLeftOutAndNamed) {
  const auto plain = kernel("plain", "1");
  observe(plain, {{"n", 1024}}, {1e-3, 0.03, "observe"});
  const db::ObservationRow good = db::ObservationTable(store_).list_device(device_.id).front();
  const auto correction = [&](std::vector<std::string>& notes) {
    return correction_of(store_, device_.id, *stored_, plain, {}, &notes).observations();
  };
  std::vector<std::string> notes;
  const std::vector<model::Observation> before = correction(notes);
  EXPECT_THAT(notes, IsEmpty());
  EXPECT_EQ(before.size(), 1U);

  std::vector<std::string> uids;
  const auto damage = [&](const char* member, const nlohmann::json& value) {
    db::ObservationRow row = good;
    auto detail = nlohmann::json::parse(row.detail);
    detail[member] = value;
    row.detail = detail.dump();
    row.launch = R"({"global":[64],"local":[64],"args":{"n":)" + std::to_string(uids.size()) + "}}";
    uids.push_back(db::ObservationTable(store_).add(row));
  };
  damage("work", 0);
  damage("predicted", {{"source", 0}});
  damage("log_sigma", nullptr);  // what a noise of NaN once became
  EXPECT_EQ(correction(notes), before);
  ASSERT_EQ(notes.size(), 1U);
  for (const std::string& uid : uids) {
    EXPECT_THAT(notes.front(), HasSubstr(uid));
  }
  damage("work", "many");
  damage("predicted", {{"source", "fast"}});
  damage("calibration", 1);
  damage("log_sigma", 1e300);
  damage("predicted", {{"source", 1e-320}});
  db::ObservationRow elsewhere = good;
  elsewhere.launch = "[]";
  uids.push_back(db::ObservationTable(store_).add(elsewhere));
  notes.clear();
  EXPECT_EQ(correction(notes), before);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_THAT(notes.front(), HasSubstr(", .."));
  // Nor do they end the watch over the device.
  EXPECT_TRUE(DriftWatch().drift_of(store_, device_.id, stored_->calibration.uid).empty());
}

// A walk by a stride is as much work whatever the stride.
TEST_F(KernelCorrection, OnlyTheVeryArgumentsThatRanAreMeasured) {
  const auto strided = kernel("strided", "stride");
  const auto at = [](std::int64_t stride) {
    return collector::Bindings{{"n", 1 << 20}, {"stride", stride}};
  };
  const double before = predict(strided, at(1024)).prediction.seconds;
  observe(strided, at(1), {2e-3, 0.03, "observe"});
  const PredictionReport ran = predict(strided, at(1));
  EXPECT_EQ(ran.tier, "measured");
  EXPECT_NEAR(ran.prediction.seconds, 2e-3, 1e-9);
  EXPECT_LT(ran.prediction.high / ran.prediction.low, 1.2);
  const PredictionReport other = predict(strided, at(1024));
  EXPECT_EQ(other.tier, "corrected");
  EXPECT_GT(other.prediction.high / other.prediction.low, 2);

  observe(strided, at(1024), {10 * before, 0.03, "observe"});
  EXPECT_NEAR(predict(strided, at(1024)).prediction.seconds, 10 * before, 1e-9);
  EXPECT_NEAR(predict(strided, at(1)).prediction.seconds, 2e-3, 1e-9) << "both are known";
  observe(strided, at(1), {3e-3, 0.03, "observe"});
  EXPECT_NEAR(predict(strided, at(1)).prediction.seconds, 3e-3, 1e-9) << "the newer one";
}

TEST_F(KernelCorrection, RealArgumentsAndContentsAreThoseThatRan) {
  const auto plain = kernel("plain", "1");
  const collector::Bindings sizes = {{"n", 1 << 20}};
  const auto tier = [&](const GivenInputs& given) { return predict(plain, sizes, given).tier; };
  const GivenInputs ten{{}, {{"m", "hash of 10"}}};
  const GivenInputs many{{}, {{"m", "hash of 100000"}}};
  const GivenInputs half{{{"alpha", {0.25}}}, {}};
  observe(plain, sizes, {1e-3, 0.03, "observe", ten});
  EXPECT_EQ(tier(ten), "measured");
  for (const GivenInputs& other : {many, half, GivenInputs{}}) {
    const auto report = predict(plain, sizes, other);
    EXPECT_EQ(report.tier, "corrected");
    EXPECT_GT(report.prediction.high / report.prediction.low, 2);
  }
  observe(plain, sizes, {1e-2, 0.03, "observe", many});
  EXPECT_NEAR(predict(plain, sizes, many).prediction.seconds, 1e-2, 1e-9);
  EXPECT_NEAR(predict(plain, sizes, ten).prediction.seconds, 1e-3, 1e-9);
  // A row without them, as all rows once were, is of nothing that was given.
  observe(plain, sizes, {5e-3, 0.03, "observe"});
  EXPECT_EQ(tier({}), "measured");
  EXPECT_EQ(tier(half), "corrected");
  observe(plain, sizes, {6e-3, 0.03, "observe", half});
  EXPECT_EQ(tier(half), "measured");
  EXPECT_NEAR(predict(plain, sizes).prediction.seconds, 5e-3, 1e-9);
  EXPECT_THROW(
      observe(plain, sizes,
              {1, 0, "observe", {{{"alpha", {std::numeric_limits<double>::infinity()}}}, {}}}),
      Error);
}

TEST_F(KernelCorrection, SizesThatAreNoArgumentsTellNothingMore) {
  auto plain = kernel("plain", "1");
  collector::Parameter argument;
  argument.name = "m";
  argument.kind = "scalar";
  argument.dtype = "int32";
  plain.parameters = {argument};
  observe(plain, {{"n", 1 << 20}, {"m", 7}}, {1e-3, 0.03, "observe"});
  EXPECT_EQ(predict(plain, {{"n", 1 << 20}, {"m", 7}, {"of_another", 3}}).tier, "measured");
  EXPECT_EQ(predict(plain, {{"n", 1 << 20}, {"m", 8}}).tier, "corrected");
  EXPECT_EQ(predict(plain, {{"n", 1 << 21}, {"m", 7}}).tier, "corrected");
}

// Of models of compiled code, which are asked anew: about distinct launches, each once.
TEST_F(KernelCorrection, ARunIsAskedAboutWithWhatItWasGiven) {
  const auto plain = kernel("plain", "1");
  const collector::Bindings sizes = {{"n", 1 << 20}};
  const GivenInputs given{{{"alpha", {0.25, 1}}}, {{"m", "hash"}}};
  observe(plain, sizes, {1e-3, 0.03, "observe", given});
  observe(plain, sizes, {2e-3, 0.03, "observe", given});
  observe(plain, sizes, {3e-3, 0.03, "observe"});
  stored_->fitted.name = "another";
  std::vector<GivenInputs> asked;
  const auto correction =
      correction_of(store_, device_.id, *stored_, plain, [&](const ObservedLaunch& run) {
        asked.push_back(run.given);
        return std::optional(Saying{1e-3, {}});
      });
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_TRUE(asked[0].reals.empty() && asked[0].contents.empty());
  EXPECT_EQ(asked[1].reals, given.reals);
  EXPECT_EQ(asked[1].contents, given.contents);
  const LaunchSize size = launch_size(plain, sizes, given);
  EXPECT_NEAR(correction.at(size.work, size.shape, size.launch)->ratio, 2, 1e-12);
}

}  // namespace
}  // namespace clgauge::service
