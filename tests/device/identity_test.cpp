#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "device/identity_json.h"
#include "invented.h"

namespace clgauge::device {
namespace {

TEST(Identity, IsSixteenDigitsOfWhatTheDeviceIs) {
  const Identity device = invented(0, "AMD EPYC", "P", "cpu", 2);
  EXPECT_THAT(device.id, testing::MatchesRegex("[0-9a-f]{16}"));
  // Stored in databases: another value for the same device orphans every calibration in the field.
  EXPECT_EQ(device.id, "58302b5305aeb8b6");
}

TEST(Identity, ChangesWithEveryFieldThatCounts) {
  const Identity device = invented(0, "AMD EPYC", "P", "cpu", 2);
  EXPECT_NE(invented(0, "AMD EPYC 2", "P", "cpu", 2).id, device.id);
  EXPECT_NE(invented(0, "AMD EPYC", "Q", "cpu", 2).id, device.id);
  EXPECT_NE(invented(0, "AMD EPYC", "P", "gpu", 2).id, device.id);
  EXPECT_NE(invented(0, "AMD EPYC", "P", "cpu", 3).id, device.id);
}

TEST(Identity, SurvivesANewDriverAndItsNewSpelling) {
  Identity before = invented(0, "pthread-haswell-AMD EPYC", "P", "cpu", 2);
  Identity after = invented(4, "cpu-haswell-AMD EPYC", "P", "cpu", 2);
  after.driver = "5.0";
  after.platform_version = "OpenCL 3.0 PoCL 5.0";
  EXPECT_EQ(id_of(after), id_of(before));
}

TEST(Identity, EverySubDeviceShapeIsADeviceOfItsOwn) {
  const Identity whole = invented(0, "AMD EPYC", "P", "cpu", 8);
  std::set<std::string> ids{whole.id};
  for (std::uint32_t units = 1; units < 8; ++units) {
    const Identity part = sub_device(whole, units);
    EXPECT_TRUE(ids.insert(part.id).second) << units;
    EXPECT_EQ(part.parent_id, whole.id);
    EXPECT_EQ(part.compute_units, units);
    EXPECT_EQ(id_of(part), part.id);
  }
  // Two units of eight are not a device of two units.
  EXPECT_NE(sub_device(whole, 2).id, invented(0, "AMD EPYC", "P", "cpu", 2).id);
  EXPECT_NE(sub_device(whole, 2).id, sub_device(invented(0, "AMD EPYC", "P", "cpu", 4), 2).id);
}

TEST(Identity, RefusesImpossibleSubDevices) {
  const Identity whole = invented(0, "AMD EPYC", "P", "cpu", 8);
  for (const std::uint32_t units : {0U, 8U, 9U}) {
    EXPECT_THROW((void)sub_device(whole, units), Error) << units;
  }
  EXPECT_THROW((void)sub_device(sub_device(whole, 4), 2), Error);
  try {
    (void)sub_device(invented(0, "NVIDIA H200", "P", "gpu", 132), 1);
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  }
}

TEST(IdentityJson, KeepsEveryField) {
  Identity identity = sub_device(invented(3, "AMD EPYC", "P", "cpu", 8), 2);
  identity.uuid = "2210110f-a000-0332-faff-fffb8b170000";
  identity.sub_group_sizes = {4, 8, 16};
  identity.global_bytes = 1ULL << 40U;
  identity.has_float64 = true;
  const nlohmann::json json = to_json(identity);
  EXPECT_EQ(to_json(identity_from_json(json)), json);
  EXPECT_EQ(json.at("global_bytes").get<std::uint64_t>(), 1ULL << 40U);
  for (const auto& [field, value] : json.items()) {
    nlohmann::json without = json;
    without.erase(field);
    EXPECT_THROW((void)identity_from_json(without), Error) << field;
  }
}

TEST(IdentityJson, MakesDriversBytesPrintable) {
  Identity identity = invented(0, "Ger\xe4t", "P", "cpu", 1);
  EXPECT_EQ(to_json(identity).at("name").get<std::string>(), "Ger?t");
  EXPECT_NO_THROW((void)to_json(identity).dump());
}

}  // namespace
}  // namespace clgauge::device
