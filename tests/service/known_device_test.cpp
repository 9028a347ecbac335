// Which device of a store is meant. No device.
#include "service/store/known_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/error.h"
#include "base/machine.h"
#include "stored_calibration.h"

namespace clgauge::service {
namespace {

using ::testing::HasSubstr;

class KnownDevices : public ::testing::Test {
 protected:
  void add(const std::string& id, const std::string& name,
           const std::map<std::string, std::string>& provenance) {
    db::DeviceRow row = some_device();
    row.id = id;
    row.name = name;
    db::CalibrationRow calibration = quick_calibration(store_, row);
    calibration.provenance = provenance;
    db::CalibrationTable table(store_);
    table.finish(table.start(calibration), db::CalibrationState::complete);
  }

  // What it says when asked for `selector`.
  std::string refusal(const std::string& selector) {
    try {
      return "it is " + known_device(store_, selector).row.name;
    } catch (const Error& error) {
      return error.what();
    }
  }

  db::Store store_ = db::Store::in_memory();
};

TEST_F(KnownDevices, TheOnlyOneIsMeantWhereverItWasCalibrated) {
  EXPECT_THAT(refusal(""), HasSubstr("no device has been calibrated"));
  add("a", "far away", {{"host", "elsewhere"}, {"cpu", "none"}});
  EXPECT_EQ(known_device(store_, "").row.id, "a");
}

TEST_F(KnownDevices, WhatWasImportedIsNotMeant) {
  add("a", "far away", {{"host", "elsewhere"}, {"cpu", "none"}});
  add("b", "of old", {});
  EXPECT_THAT(refusal(""), HasSubstr("name one by its id (a, b)"));
  add("c", "here", machine_facts());
  EXPECT_EQ(known_device(store_, "").row.id, "c");
  EXPECT_EQ(known_device(store_, "FAR").row.id, "a");
  EXPECT_THAT(refusal("cpu"), HasSubstr("several devices fit cpu"));
  add("d", "here, too", machine_facts());
  EXPECT_THAT(refusal(""), HasSubstr("name one by its id (c, d)"));
  EXPECT_THAT(refusal("nobody"), HasSubstr("the store knows no device nobody"));
}

}  // namespace
}  // namespace clgauge::service
