#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"
#include "invented.h"

namespace clgauge::device {
namespace {

using testing::HasSubstr;

class Select : public testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("CLGAUGE_DEVICE");
    ::unsetenv("CLGAUGE_DEVICE_AS");
  }
  void TearDown() override { SetUp(); }

  std::string message_for(const std::string& selector) {
    try {
      const Identity found = select(devices, selector);
      ADD_FAILURE() << selector << " selected " << found.name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      return error.what();
    }
    return {};
  }

  Discovery devices = workstation();
  const std::string pocl_id = devices.devices[0].id;
};

TEST_F(Select, ByIndex) {
  EXPECT_EQ(select(devices, "1").platform, "Intel(R) OpenCL");
  EXPECT_EQ(select(devices, "3").index, 3);
  EXPECT_THAT(message_for("4"), HasSubstr("choose one of 0 = "));
}

TEST_F(Select, ANumberIsAnIndexAndNoPartOfAName) {
  EXPECT_THAT(message_for("20"), HasSubstr("no device matches --device \"20\": choose one of 0 = "))
      << "of the h200";
  EXPECT_THAT(message_for("99999999999"), HasSubstr("choose one of"));
  EXPECT_THAT(message_for("0x"), HasSubstr("no device matches"));
  EXPECT_THAT(message_for("h2"), HasSubstr("no device matches"));
  EXPECT_EQ(select(devices, "h20").index, 2);
}

TEST_F(Select, ByIdAndItsPrefix) {
  EXPECT_EQ(select(devices, pocl_id).index, 0);
  EXPECT_EQ(select(devices, pocl_id.substr(0, 4)).index, 0);
  std::string upper = pocl_id;
  for (char& c : upper) {
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  EXPECT_EQ(select(devices, upper).index, 0);
  EXPECT_EQ(select(devices, devices.devices[3].id).index, 2) << "twins: the first stands for both";
}

TEST_F(Select, ByType) {
  EXPECT_EQ(select(devices, "gpu").index, 2);
  EXPECT_EQ(select(devices, "GPU").index, 2);
  EXPECT_THAT(message_for("cpu"), HasSubstr("matches 2 devices"));
  EXPECT_THAT(message_for("accelerator"), HasSubstr("no device matches"));
}

TEST_F(Select, ByPartOfPlatformNameOrVendor) {
  EXPECT_EQ(select(devices, "portable").index, 0);
  EXPECT_EQ(select(devices, "h200").index, 2);
  EXPECT_EQ(select(devices, "intel(r) opencl amd").index, 1);
  EXPECT_EQ(select(devices, "Vendor of NVIDIA").index, 2);
  EXPECT_THAT(message_for("vendor of amd"), HasSubstr("matches 2 devices"));
}

TEST_F(Select, AnEqualNameWinsOverNamesThatContainIt) {
  EXPECT_EQ(select(devices, "amd epyc").index, 1);
}

TEST_F(Select, EmptyMeansTheVariableElseTheFirst) {
  EXPECT_EQ(select(devices, "").index, 0);
  ::setenv("CLGAUGE_DEVICE", "h200", 1);
  EXPECT_EQ(select(devices, "").index, 2);
  EXPECT_EQ(select(devices, "1").index, 1) << "the option wins over the variable";
  ::setenv("CLGAUGE_DEVICE", "no such", 1);
  EXPECT_THAT(message_for(""), HasSubstr("CLGAUGE_DEVICE \"no such\""));
}

TEST_F(Select, SubDeviceByShapeAndById) {
  const Identity part = select(devices, "0/2cu");
  EXPECT_EQ(part.parent_id, pocl_id);
  EXPECT_EQ(part.compute_units, 2U);
  EXPECT_EQ(select(devices, part.id).compute_units, 2U);
  EXPECT_EQ(select(devices, part.id).id, part.id);
  EXPECT_EQ(select(devices, "portable/1CU").compute_units, 1U);
  EXPECT_THAT(message_for("0/8cu"), HasSubstr("1 to 7 compute units"));
  EXPECT_THAT(message_for("0/cu"), HasSubstr("no device matches"));
  EXPECT_THAT(message_for("0/-1cu"), HasSubstr("no device matches"));
  EXPECT_THAT(message_for("0/99999999999cu"), HasSubstr("no device matches"));
}

TEST_F(Select, NothingToSelectFrom) { EXPECT_THROW((void)select(Discovery{}, "0"), Error); }

TEST_F(Select, AnsweringAsIsTheDeviceItselfUnlessToldOtherwise) {
  const Identity& actual = devices.devices[0];
  EXPECT_EQ(answering_as(actual, devices).id, actual.id);
  ::setenv("CLGAUGE_DEVICE_AS", "1", 1);
  EXPECT_EQ(answering_as(actual, devices).id, devices.devices[1].id);
  ::setenv("CLGAUGE_DEVICE_AS", "0/1cu", 1);
  EXPECT_EQ(answering_as(actual, devices).parent_id, actual.id);
  ::setenv("CLGAUGE_DEVICE_AS", "0123456789ABCDEF", 1);
  EXPECT_EQ(answering_as(actual, devices).id, "0123456789abcdef");
  EXPECT_EQ(answering_as(actual, devices).name, actual.name);
  ::setenv("CLGAUGE_DEVICE_AS", "unheard of", 1);
  EXPECT_THROW((void)answering_as(actual, devices), Error);
}

}  // namespace
}  // namespace clgauge::device
