// What a sink is given of accesses that are added one by one, by stretches, and as repeated ones.
#include "lens/evaluate/access_record.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "lens/evaluate/refusal.h"

namespace clgauge::lens {
namespace {

class Sink : public AccessSink {
 public:
  void consume(std::span<const MemoryAccess> some) override {
    given.insert(given.end(), some.begin(), some.end());
  }
  void consume_repeated(std::span<const MemoryAccess> some) override {
    repeated.insert(repeated.end(), some.begin(), some.end());
  }

  std::vector<MemoryAccess> given;
  std::vector<MemoryAccess> repeated;
};

void add(AccessRecord& record, std::uint64_t from, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    MemoryAccess& access = record.next();
    access = {};
    access.address = from + i;
  }
}

void expect_ascending(const std::vector<MemoryAccess>& accesses, std::uint64_t from) {
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    ASSERT_EQ(accesses[i].address, from + i);
  }
}

TEST(AccessRecord, GivesAllInOrderAndRemembersTheLast) {
  Sink sink;
  AccessRecord record;
  record.start(&sink, true);
  add(record, 0, 100000);
  record.flush();
  ASSERT_EQ(sink.given.size(), 100000U);
  expect_ascending(sink.given, 0);
  EXPECT_EQ(record.count(), 100000U);
  EXPECT_EQ(record.since(0), nullptr);
  for (const std::uint64_t count : {99999ULL, 90000ULL}) {
    ASSERT_NE(record.since(count), nullptr);
    EXPECT_EQ(record.since(count)->address, count);
  }
}

TEST(AccessRecord, StretchesGoOnBehindWhatWasAdded) {
  for (const std::uint64_t length : {10ULL, 9000ULL}) {
    Sink sink;
    AccessRecord record;
    record.start(&sink, true);
    add(record, 0, length);
    std::vector<MemoryAccess> stretch(record.since(0), record.since(0) + length);
    record.go_on(stretch, std::vector<std::uint64_t>(length, length), 50);
    EXPECT_EQ(stretch.front().address, 50 * length);
    add(record, 51 * length, 5);
    record.flush();
    ASSERT_EQ(sink.given.size(), 51 * length + 5);
    expect_ascending(sink.given, 0);
    EXPECT_EQ(record.since(50 * length + 3)->address, 50 * length + 3);
  }
}

TEST(AccessRecord, WhatIsRepeatedIsToldApart) {
  Sink sink;
  AccessRecord record;
  record.start(&sink, true);
  add(record, 0, 7);
  const std::size_t mark = record.mark_rounds();
  record.repeat(mark, mark, 1);
  add(record, 7, 3);
  record.end_repeated();
  add(record, 10, 2);
  record.flush();
  ASSERT_EQ(sink.repeated.size(), 3U);
  expect_ascending(sink.repeated, 7);
  EXPECT_EQ(sink.given.size(), 9U);
  EXPECT_EQ(sink.given.back().address, 11U);
}

TEST(AccessRecord, HasALimit) {
  Sink sink;
  AccessRecord record;
  record.start(&sink, false);
  record.set_limit(5000);
  EXPECT_THROW(add(record, 0, 10000), Refusal);
}

}  // namespace
}  // namespace clgauge::lens
