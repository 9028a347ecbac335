#include "model/terms/device_traits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::model {
namespace {

using ::testing::HasSubstr;

TEST(DeviceTraits, JsonRoundTripsAndRefusesNonsense) {
  const DeviceTraits host = host_traits(16);
  EXPECT_EQ(host.sub_group_size, 16U);
  EXPECT_FALSE(host.caches.empty());
  const auto json = to_json(host);
  EXPECT_EQ(to_json(device_traits_from_json(json)), json);
  auto wrong = json;
  wrong.erase("caches");
  EXPECT_THROW(static_cast<void>(device_traits_from_json(wrong)), Error);
  wrong = json;
  wrong["caches"][0].erase("ways");
  EXPECT_THROW(static_cast<void>(device_traits_from_json(wrong)), Error);
}

// Counting divides by them, as integers.
TEST(DeviceTraits, WhatNoDeviceHasIsRefusedByName) {
  const auto good = to_json(DeviceTraits{});
  const auto refused = [](const nlohmann::json& json) -> std::string {
    try {
      static_cast<void>(device_traits_from_json(json));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    return "no error";
  };
  const std::vector<nlohmann::json> never = {0, -1, 0.5, 1.5, 1e300, "64", nullptr};
  for (const char* name : {"sub_group_size", "compute_units", "page_bytes", "first_tlb_pages",
                           "tlb_pages", "vector_registers", "vector_register_bytes"}) {
    for (const auto& value : never) {
      auto wrong = good;
      wrong[name] = value;
      EXPECT_THAT(refused(wrong), HasSubstr("device traits")) << name << ' ' << value;
    }
  }
  for (const char* name : {"capacity_bytes", "line_bytes", "ways"}) {
    for (const auto& value : never) {
      auto wrong = good;
      wrong["caches"][1][name] = value;
      EXPECT_THAT(refused(wrong), HasSubstr("device traits")) << name << ' ' << value;
    }
  }
  auto wrong = good;
  wrong["page_bytes"] = 0.5;
  EXPECT_THAT(refused(wrong), HasSubstr("page_bytes is 0.5, and must be a whole number from 512"));
  wrong = good;
  wrong["caches"][0]["capacity_bytes"] = 32;
  EXPECT_THAT(refused(wrong), HasSubstr("capacity_bytes is 32, and must be a whole number from 64"))
      << "less than a line";
  // What a GPU of many units with pages of 1 GiB might say.
  auto large = good;
  large["page_bytes"] = 1073741824;
  large["sub_group_size"] = 4096;
  large["compute_units"] = 16896;
  large["caches"][0]["line_bytes"] = 256;
  EXPECT_EQ(to_json(device_traits_from_json(large)).at("compute_units"), 16896);
}

}  // namespace
}  // namespace clgauge::model
