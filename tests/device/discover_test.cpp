#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/error.h"
#include "device/device.h"
#include "temporary_folder.h"

namespace clgauge::device {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

// Each test describes a folder of drivers and asks what a child process discovers there.
class Discover : public testing::Test {
 protected:
  void SetUp() override { ::setenv("OCL_ICD_VENDORS", folder.path().c_str(), 1); }

  void add(const std::string& file, const std::string& library) const {
    std::ofstream(folder.path() / file) << library << '\n';
  }
  // PoCL comes with the distribution's package and is what every test run has.
  void add_healthy() const {
    std::filesystem::copy_file("/etc/OpenCL/vendors/pocl.icd", folder.path() / "pocl.icd");
  }
  static Error failure() {
    try {
      (void)discover_in_child();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "expected an error";
    return Error(ErrorKind::internal, "");
  }
  static auto problem(const std::string& where, const std::string& reason) {
    return Contains(AllOf(Field(&DiscoveryProblem::where, HasSubstr(where)),
                          Field(&DiscoveryProblem::reason, HasSubstr(reason))));
  }

  TemporaryFolder folder;
};

TEST_F(Discover, NoDriverIsOneLineWithTheMend) {
  const Error error = failure();
  EXPECT_EQ(error.kind(), ErrorKind::device);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("no OpenCL device"), HasSubstr("apt-get install"),
                                  HasSubstr(folder.path().string())));
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
}

TEST_F(Discover, MissingFolder) {
  ::setenv("OPENCL_VENDOR_PATH", "/no/such/folder", 1);
  ::unsetenv("OCL_ICD_VENDORS");
  EXPECT_THAT(failure().what(), HasSubstr("/no/such/folder"));
  ::unsetenv("OPENCL_VENDOR_PATH");
}

TEST_F(Discover, BrokenEntriesBesideAHealthyOneAreProblems) {
  add_healthy();
  add("missing.icd", "libno_such_driver.so.1");
  add("not_a_driver.icd", "libm.so.6");
  add("void.icd", "");
  add("refusing.icd", FAKE_ICD_REFUSING);
  add("refused.icd", FAKE_ICD_REFUSED);
  const Discovery discovery = discover_in_child();
  EXPECT_EQ(discovery.devices.size(), 1U);
  EXPECT_EQ(discovery.problems.size(), 5U);
  EXPECT_THAT(discovery.problems, problem("missing.icd", "libno_such_driver.so.1"));
  EXPECT_THAT(discovery.problems, problem("not_a_driver.icd", "not an OpenCL driver"));
  EXPECT_THAT(discovery.problems, problem("void.icd", "names no library"));
  EXPECT_THAT(discovery.problems, problem("refusing.icd", "CL_OUT_OF_HOST_MEMORY"));
  EXPECT_THAT(discovery.problems, problem("refused.icd", "loader does not take"));
}

TEST_F(Discover, OnlyBrokenEntriesIsAnErrorWithAllOfThem) {
  add("missing.icd", "libno_such_driver.so.1");
  add("refusing.icd", FAKE_ICD_REFUSING);
  const Error error = failure();
  EXPECT_THAT(error.what(), HasSubstr("missing.icd"));
  EXPECT_THAT(error.detail(), AllOf(HasSubstr("missing.icd"), HasSubstr("refusing.icd")));
}

TEST_F(Discover, APlatformWithoutDevicesIsAProblem) {
  add_healthy();
  add("empty.icd", FAKE_ICD_EMPTY_PLATFORM);
  const Discovery discovery = discover_in_child();
  EXPECT_EQ(discovery.devices.size(), 1U);
  EXPECT_THAT(discovery.problems, problem("Fake platform", "no devices"));
}

TEST_F(Discover, ADeviceWhoseQueriesFailIsAProblem) {
  add_healthy();
  add("broken.icd", FAKE_ICD_BROKEN_DEVICE);
  const Discovery discovery = discover_in_child();
  EXPECT_EQ(discovery.devices.size(), 1U);
  EXPECT_THAT(discovery.problems, problem("Fake platform", "CL_DEVICE_NOT_AVAILABLE"));
}

TEST_F(Discover, ADriverThatAbortsIsNamedAndTheOthersStillCount) {
  add("aborting.icd", FAKE_ICD_ABORTING);
  add_healthy();
  const Discovery discovery = discover_in_child();
  ASSERT_EQ(discovery.devices.size(), 1U);
  EXPECT_EQ(discovery.devices[0].index, 0);
  EXPECT_THAT(discovery.problems, problem("aborting.icd", "signal 6"));
}

TEST_F(Discover, ADriverThatAbortsAloneIsAnError) {
  add("aborting.icd", FAKE_ICD_ABORTING);
  const Error error = failure();
  EXPECT_EQ(error.kind(), ErrorKind::device);
  EXPECT_THAT(error.detail(), AllOf(HasSubstr("aborting.icd"), HasSubstr("signal 6")));
}

TEST_F(Discover, ADriverThatHangsIsGivenUp) {
  add("hanging.icd", FAKE_ICD_HANGING);
  add_healthy();
  const Discovery discovery = discover_in_child(3.0);
  EXPECT_EQ(discovery.devices.size(), 1U);
  EXPECT_THAT(discovery.problems, problem("hanging.icd", "did not answer within 3 s"));
}

TEST_F(Discover, TheVariableMayNameOneFileOrOneLibrary) {
  add_healthy();
  add("missing.icd", "libno_such_driver.so.1");
  ::setenv("OCL_ICD_VENDORS", (folder.path() / "pocl.icd").c_str(), 1);
  EXPECT_TRUE(discover_in_child().problems.empty());
  ::setenv("OCL_ICD_VENDORS", (folder.path() / "missing.icd").c_str(), 1);
  EXPECT_THAT(failure().what(), HasSubstr("libno_such_driver.so.1"));
  ::setenv("OCL_ICD_VENDORS", FAKE_ICD_REFUSING, 1);
  EXPECT_THAT(failure().what(), HasSubstr("CL_OUT_OF_HOST_MEMORY"));
}

}  // namespace
}  // namespace clgauge::device
