#include "db/time.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace clgauge::db {
namespace {

TEST(Time, HasOneForm) {
  EXPECT_EQ(normalized_utc("2026-11-21T03:19:35Z"), "2026-11-21T03:19:35.000000Z");
  EXPECT_EQ(normalized_utc("2026-11-21 03:19:35.5"), "2026-11-21T03:19:35.500000Z");
  EXPECT_EQ(normalized_utc("2026-11-21T03:19:35.123456789+00:00"), "2026-11-21T03:19:35.123456Z");
  EXPECT_EQ(normalized_utc("2024-02-29 00:00:00"), "2024-02-29T00:00:00.000000Z");
  EXPECT_EQ(normalized_utc("2026-01-01T00:30:00+01:00"), "2025-12-31T23:30:00.000000Z");
  EXPECT_EQ(normalized_utc("2026-01-01 00:30:00-0230"), "2026-01-01T03:00:00.000000Z");
  const std::string now = utc_now();
  EXPECT_EQ(normalized_utc(now), now);
}

TEST(Time, RefusesOtherThings) {
  for (const char* text : {"", "yesterday", "2026-11-21", "2026-02-30T00:00:00Z",
                           "2026-11-21T24:00:00Z", "2026-11-21T03:19:35 CET", "0000-00-00T00:00:00",
                           "2026-11-21T03:19:35.Z", "2026-11-21T03:19:35Z ", "2026-1-21T03:19:35Z",
                           "-026-11-21T03:19:35Z", "2026-11-21T03:19:3", "2026-11-21T03:19:35+1"}) {
    EXPECT_THROW((void)normalized_utc(text), Error) << text;
  }
}

TEST(Time, PassesInSeconds) {
  EXPECT_DOUBLE_EQ(seconds_between("2026-11-21T03:19:35Z", "2026-11-21T03:19:36.25Z"), 1.25);
  EXPECT_DOUBLE_EQ(seconds_between("2024-02-28T12:00:00Z", "2024-03-01T12:00:00Z"), 2 * 86400.0);
}

}  // namespace
}  // namespace clgauge::db
