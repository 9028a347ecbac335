// A store that another process keeps: its rows go there, and nothing is written here.
#include "db/keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <istream>
#include <sstream>

#include "base/error.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/exchange/store_json.h"
#include "db/kernel_cache.h"
#include "db/sample_table.h"
#include "db/store.h"
#include "random_rows.h"
#include "temporary_folder.h"

namespace clgauge::db {
namespace {

using ::testing::Pair;
using ::testing::UnorderedElementsAre;

// Stands for clgauged: another connection, which alone writes while `keeps` is set.
class OtherWriter : public Keeper {
 public:
  OtherWriter(const std::filesystem::path& path, const bool& keeps)
      : store_(Store::open(path)), keeps_(keeps) {}
  bool enter() override {
    entered += keeps_ ? 0 : 1;
    return !keeps_;
  }
  void leave() noexcept override { --entered; }
  RowCounts add(std::istream& document) override {
    ++documents;
    if (fails) {
      throw Error(ErrorKind::store, "it fails");
    }
    return import_json(store_, document);
  }

  int entered = 0;
  int documents = 0;
  bool fails = false;

 private:
  Store store_;
  const bool& keeps_;
};

class KeptStore : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  bool keeps_ = true;
  std::shared_ptr<OtherWriter> writer_ = std::make_shared<OtherWriter>(folder_ / "a.db", keeps_);
  Store store_ = Store::open(folder_ / "a.db", writer_);
  RandomRows rows_{7};
};

TEST_F(KeptStore, RowsGoToItsKeeperATransactionAtATime) {
  Store reader = Store::open(folder_ / "a.db");
  const std::string version = DeviceTable(store_).upsert(rows_.device());
  EXPECT_EQ(writer_->documents, 1);
  CalibrationRow calibration;
  calibration.device_version_uid = version;
  calibration.effort = "quick";
  calibration.plan_hash = "plan";
  const std::string uid = CalibrationTable(store_).start(calibration);
  SampleTable samples(store_);
  const std::string sample =
      samples.add(rows_.sample(uid, samples.upsert_micro_kernel(rows_.micro_kernel())));
  CalibrationTable(store_).finish(uid, CalibrationState::complete);
  EXPECT_THROW(CalibrationTable(store_).finish(uid, CalibrationState::complete), Error);

  for (Store* const seen_by : {&store_, &reader}) {
    ASSERT_EQ(SampleTable(*seen_by).list(uid).size(), 1U);
    EXPECT_EQ(SampleTable(*seen_by).list(uid).front().uid, sample);
    EXPECT_EQ(CalibrationTable(*seen_by).find(uid)->state, CalibrationState::complete);
  }
  EXPECT_EQ(writer_->entered, 0);
}

TEST_F(KeptStore, AnotherConnectionHasWrittenAllOfIt) {
  const std::int64_t before = store_.data_version();
  KernelCache(store_).put({"key", "k", "1", "{}", ""});
  EXPECT_NE(store_.data_version(), before);  // own writes would leave it
  EXPECT_EQ(KernelCache(store_).get("key")->model, "{}");
  EXPECT_THROW(KernelCache(store_).drop_other_versions("2"), Error);
}

TEST_F(KeptStore, WhatIsNotCommittedOrRefusedIsGone) {
  {
    Transaction transaction(store_);
    KernelCache(store_).put({"outer", "k", "1", "{}", ""});
    {
      Transaction inner(store_);
      KernelCache(store_).put({"inner", "k", "1", "{}", ""});
    }
    transaction.commit();
  }
  EXPECT_TRUE(KernelCache(store_).get("outer"));
  EXPECT_FALSE(KernelCache(store_).get("inner"));
  { Transaction forgotten(store_); }
  writer_->fails = true;
  EXPECT_THROW(KernelCache(store_).put({"refused", "k", "1", "{}", ""}), Error);
  writer_->fails = false;
  KernelCache(store_).put({"after", "k", "1", "{}", ""});
  EXPECT_FALSE(KernelCache(store_).get("refused"));
  EXPECT_TRUE(KernelCache(store_).get("after"));
}

TEST_F(KeptStore, ImportAndMergeCountWhatTheKeeperAdds) {
  Store other = Store::in_memory();
  DeviceTable(other).upsert(rows_.device());
  EXPECT_THAT(merge(store_, other),
              UnorderedElementsAre(Pair("devices", 1U), Pair("device_versions", 1U)));
  EXPECT_THAT(merge(store_, other), UnorderedElementsAre());
  DeviceRow newer = rows_.device();
  newer.driver = "a newer one";
  DeviceTable(other).upsert(newer);
  std::stringstream document;
  export_json(other, document);
  EXPECT_EQ(import_json(store_, document).at("device_versions"), 1U);
}

TEST_F(KeptStore, WritesItselfOnceNobodyKeepsIt) {
  keeps_ = false;
  const std::int64_t before = store_.data_version();
  KernelCache(store_).put({"key", "k", "1", "{}", ""});
  EXPECT_EQ(store_.data_version(), before);
  EXPECT_EQ(writer_->documents, 0);
  EXPECT_EQ(writer_->entered, 0);
  { Transaction forgotten(store_); }
  EXPECT_EQ(writer_->entered, 0);
}

TEST(KeptStoreOfOldSchema, IsNotBroughtUpToDateBehindItsKeepersBack) {
  const TemporaryFolder folder;
  bool keeps = true;
  auto writer = std::make_shared<OtherWriter>(folder / "other.db", keeps);
  EXPECT_THROW((void)Store::open(folder / "new.db", writer), Error);
  keeps = false;
  EXPECT_EQ(Store::open(folder / "new.db", writer).version(), Store::newest_version());
  EXPECT_EQ(writer->entered, 0);
}

}  // namespace
}  // namespace clgauge::db
