// The public API on a store of recorded calibrations: what a program at start-up does. No device.
#include "clgauge/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "collector/kernel/kernel_model.h"
#include "db/exchange/store_json.h"
#include "db/store.h"

namespace clgauge {
namespace {

namespace fs = std::filesystem;
using collector::Count;
using collector::Formula;

Count per_item(const std::string& each) {
  return {Formula::parse(each), Formula::parse("(" + each + ")*n"), collector::CountFlag::exact};
}

// y[i] = sum of `terms` products of x[i * stride], with n work-items in groups of 64.
std::string kernel(const std::string& name, const std::string& terms, const std::string& stride) {
  collector::KernelModel model;
  model.kernel = name;
  model.source_hash = "source of " + name;
  model.global_size = {Formula::parse("n")};
  model.local_size = {Formula(64)};
  model.groups = Formula::parse("floor(n/64)");
  model.ops = {{"madd", "float32", false, per_item(terms)}};
  collector::Access load;
  load.array = "x";
  load.space = "global";
  load.direction = "load";
  load.dtype = "float32";
  load.local_strides = {Formula::parse(stride)};
  load.group_strides = {Formula::parse("64*(" + stride + ")")};
  load.count = per_item("1");
  model.accesses = {load};
  return to_json(model).dump();
}

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
  const std::vector<Variant> variants = {{"strided", kernel("strided", "8", "64")},
                                         {"plain", kernel("plain", "8", "1")},
                                         {"heavy", kernel("heavy", "4096", "1")}};
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
  const std::string plain = kernel("plain", "8", "1");
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
  const auto choice = opened->select({{"plain", plain}, {"strided", kernel("strided", "8", "64")}},
                                     {{"n", 1 << 20}});
  ASSERT_TRUE(choice.ok()) << choice.error();
  EXPECT_EQ(choice->name, "strided");
}

TEST_F(ClientOnRecordedStore, MistakesAreOneLine) {
  const auto opened = client();
  ASSERT_TRUE(opened.ok());
  EXPECT_THAT(opened->select({}, {}).error(), ::testing::HasSubstr("no candidates"));
  EXPECT_FALSE(opened->select({{"broken", "{"}}, {{"n", 1}}).ok());
  EXPECT_FALSE(opened->select({{"plain", kernel("plain", "8", "1")}}, {}).ok());
  EXPECT_THAT(opened->select({{"a", kernel("a", "8", "1")}}, {{"n", 64}}, "nobody").error(),
              ::testing::HasSubstr("nobody"));
  EXPECT_FALSE(opened->observe(kernel("plain", "8", "1"), {{"n", 64}}, -1).ok());
}

}  // namespace
}  // namespace clgauge
