// The public API on a store of recorded calibrations: what a program at start-up does. No device.
#include "clgauge/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "db/exchange/store_json.h"
#include "db/store.h"
#include "service/store/stored_model.h"
#include "tests/service/synthetic_kernel.h"

namespace clgauge {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDevice = "a5127395b96e348b";  // of the recording

class ClientOnRecordedStore : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("clgauge-client-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    db::Store store = db::Store::open(folder_ / "store.db");
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core.json");
    static_cast<void>(db::import_json(store, in));
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] Result<Client> client() const {
    return Client::open((folder_ / "store.db").string());
  }

  fs::path folder_;
};

TEST_F(ClientOnRecordedStore, SelectsAmongVariants) {
  const auto opened = client();
  ASSERT_TRUE(opened.ok()) << opened.error();
  const std::vector<Variant> variants = {{"strided", synthetic_kernel("strided", "8", "64")},
                                         {"plain", synthetic_kernel("plain", "8", "1")},
                                         {"heavy", synthetic_kernel("heavy", "4096", "1")}};
  for (const std::int64_t n : {1 << 20, 1 << 22}) {
    const auto choice = opened->select(variants, {{"n", n}});
    ASSERT_TRUE(choice.ok()) << choice.error();
    EXPECT_EQ(choice->name, "plain");
    ASSERT_EQ(choice->ranked.size(), 3U);
    EXPECT_EQ(choice->ranked.front().name, "plain");
    EXPECT_GE(choice->expected_regret, 1);
    double sum = 0;
    for (const RankedVariant& ranked : choice->ranked) {
      EXPECT_LE(ranked.low_seconds, ranked.seconds);
      EXPECT_GE(ranked.high_seconds, ranked.seconds);
      sum += ranked.probability_best;
    }
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

TEST_F(ClientOnRecordedStore, ObservedRunsCorrectPredictionsAndChoices) {
  const auto opened = client();
  ASSERT_TRUE(opened.ok()) << opened.error();
  const std::string plain = synthetic_kernel("plain", "8", "1");
  const auto before = opened->predict(plain, {{"n", 1 << 20}});
  ASSERT_TRUE(before.ok()) << before.error();
  EXPECT_EQ(before->tier, "model");
  EXPECT_EQ(before->model, "source");
  const double observed = 100 * before->seconds;
  ASSERT_TRUE(opened->observe(plain, {{"n", 1 << 20}}, observed).ok());
  const auto after = opened->predict(plain, {{"n", 1 << 20}});
  ASSERT_TRUE(after.ok()) << after.error();
  EXPECT_EQ(after->tier, "measured");
  EXPECT_NEAR(after->seconds, observed, 1e-6 * observed);
  EXPECT_LT(after->high_seconds / after->low_seconds, before->high_seconds / before->low_seconds);
  const auto larger = opened->predict(plain, {{"n", 1 << 21}});
  ASSERT_TRUE(larger.ok()) << larger.error();
  EXPECT_EQ(larger->tier, "corrected");
  EXPECT_GT(larger->seconds, observed);
  // Another kernel is not touched, and the choice follows.
  const auto choice = opened->select(
      {{"plain", plain}, {"strided", synthetic_kernel("strided", "8", "64")}}, {{"n", 1 << 20}});
  ASSERT_TRUE(choice.ok()) << choice.error();
  EXPECT_EQ(choice->name, "strided");
}

TEST_F(ClientOnRecordedStore, NamesWhatItCannotRelyOn) {
  const auto opened = client();
  ASSERT_TRUE(opened.ok());
  auto counts = nlohmann::json::parse(synthetic_kernel("guess", "4096", "1"));
  counts["ops"][0]["flag"] = "data-dependent";
  const std::map<std::string, std::int64_t> sizes = {{"n", 1 << 20}};
  const auto choice = opened->select(
      {{"guess", counts.dump()}, {"plain", synthetic_kernel("plain", "8", "1")}}, sizes);
  ASSERT_TRUE(choice.ok()) << choice.error();
  EXPECT_EQ(choice->name, "guess");  // of whose operations nobody knows
  EXPECT_THAT(choice->unsupported, ::testing::Contains("f_loop_float32"));
  EXPECT_THAT(choice->unsupported, ::testing::UnorderedElementsAreArray(
                                       opened->predict(counts.dump(), sizes)->unsupported));
  EXPECT_EQ(choice->ranked.front().unsupported, choice->unsupported);
  EXPECT_TRUE(choice->ranked.back().unsupported.empty());
}

TEST_F(ClientOnRecordedStore, RunsThatOthersObservedAreSeen) {
  const auto opened = client();
  const auto other = client();
  ASSERT_TRUE(opened.ok() && other.ok());
  const std::string plain = synthetic_kernel("plain", "8", "1");
  const auto before = opened->predict(plain, {{"n", 1 << 20}});
  ASSERT_TRUE(before.ok()) << before.error();
  ASSERT_TRUE(other->observe(plain, {{"n", 1 << 20}}, 100 * before->seconds).ok());
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(opened->predict(plain, {{"n", 1 << 20}})->tier, "measured");
}

TEST_F(ClientOnRecordedStore, ModelsOfCompiledCodeAreRefused) {
  {
    db::Store store = db::Store::open(folder_ / "store.db");
    auto stored = service::load_model(store, kDevice, "roofline", "");
    ASSERT_TRUE(stored);
    model::FittedModel looks_at_code = stored->fitted;
    looks_at_code.name = "lens";
    looks_at_code.expression = "p_cycle * f_lens_cycles";
    looks_at_code.parameters.resize(1);
    looks_at_code.parameters[0].name = "p_cycle";
    looks_at_code.covariance = {0};
    service::save_model(store, stored->calibration.uid, looks_at_code, stored->traits);
  }
  const auto opened = client();
  ASSERT_TRUE(opened.ok());
  const std::string plain = synthetic_kernel("plain", "8", "1");
  const std::map<std::string, std::int64_t> sizes = {{"n", 64}};
  EXPECT_THAT(opened->predict(plain, sizes, kDevice, "lens").error(),
              ::testing::HasSubstr("needs the compiled code of plain"));
  EXPECT_THAT(opened->select({{"plain", plain}}, sizes, kDevice, "lens").error(),
              ::testing::HasSubstr("needs the compiled code of plain"));
}

TEST_F(ClientOnRecordedStore, MistakesAreOneLine) {
  const auto opened = client();
  ASSERT_TRUE(opened.ok());
  EXPECT_THAT(opened->select({}, {}).error(), ::testing::HasSubstr("no candidates"));
  EXPECT_FALSE(opened->select({{"broken", "{"}}, {{"n", 1}}).ok());
  EXPECT_FALSE(opened->select({{"plain", synthetic_kernel("plain", "8", "1")}}, {}).ok());
  EXPECT_THAT(
      opened->select({{"a", synthetic_kernel("a", "8", "1")}}, {{"n", 64}}, "nobody").error(),
      ::testing::HasSubstr("nobody"));
  EXPECT_FALSE(opened->observe(synthetic_kernel("plain", "8", "1"), {{"n", 64}}, -1).ok());
}

}  // namespace
}  // namespace clgauge
