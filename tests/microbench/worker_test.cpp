#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "worker_fixture.h"

namespace clgauge::microbench {
namespace {

using testing::HasSubstr;

class Worker : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const device::Identity& identity() const { return devices_here()[GetParam()]; }
  [[nodiscard]] Job job() const { return scale_job(identity().id); }
  WorkerClient client{worker_of_this_build()};
};

TEST_P(Worker, MeasuresAndProvesTheResult) {
  const Measurement m = client.run(job());
  ASSERT_EQ(m.status, Status::ok) << m.reason << "\n" << m.detail;
  EXPECT_GE(m.seconds.size(), 3U);
  EXPECT_EQ(m.seconds.size(), m.host_seconds.size());
  EXPECT_EQ(m.seconds.size(), m.outliers.size());
  EXPECT_LE(m.min_seconds, m.median_seconds);
  EXPECT_LE(m.low_seconds, m.median_seconds);
  EXPECT_GE(m.high_seconds, m.median_seconds);
  EXPECT_GT(m.first_run_seconds, 0);
  EXPECT_FALSE(m.stop.empty());
}

TEST_P(Worker, WrongResultIsACorrectnessFailure) {
  Job wrong = job();
  wrong.expectations.push_back({0, 10, 34});
  const Measurement m = client.run(wrong);
  EXPECT_EQ(m.status, Status::correctness);
  EXPECT_THAT(m.reason, HasSubstr("argument 0, element 10: 33 instead of 34"));
  EXPECT_TRUE(m.seconds.empty());
}

TEST_P(Worker, UntouchedElementsStayPoisonedAndFail) {
  Job lazy = job();
  lazy.global = {128, 1, 1};
  EXPECT_EQ(client.run(lazy).status, Status::correctness);
}

TEST_P(Worker, CompileErrorComesWithTheBuildLog) {
  Job broken = job();
  broken.source = "__kernel void scale(__global float* a, float v) { a[0] = vv; }";
  const Measurement m = client.run(broken);
  EXPECT_EQ(m.status, Status::compile);
  EXPECT_FALSE(m.reason.empty());
  EXPECT_THAT(m.detail, HasSubstr("vv"));
  EXPECT_EQ(client.run(job()).status, Status::ok);
}

TEST_P(Worker, ReadsHeadersFromFoldersOfAnyName) {
  for (const char* name : {"plain", "two words", "it's \"#$(x)"}) {
    const auto folder = std::filesystem::temp_directory_path() /
                        ("clgauge-worker-" + std::to_string(::getpid())) / name;
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "factor.h") << "#define FACTOR 7\n";
    Job including = job();
    including.source = "#include \"factor.h\"\n" +
                       std::string("__kernel void scale(__global float* a, float v) {\n") +
                       "  a[get_global_id(0)] = FACTOR;\n}\n";
    including.include_directories = {folder.string()};
    including.expectations = {{0, 255, 7}};
    const Measurement m = client.run(including);
    EXPECT_EQ(m.status, Status::ok) << name << m.reason << "\n" << m.detail;
    std::filesystem::remove_all(folder.parent_path());
  }
}

// Rounds that a run counts down: the next one would have none left.
TEST_P(Worker, GivenContentThatARunChangesIsThereAgainForTheNext) {
  constexpr double kLeastSeconds = 1e-4;  // a million steps of a chain, however fast the device
  Job job;
  job.device_id = identity().id;
  job.source =
      "__kernel void spend(__global int* rounds, __global uint* out) {\n"
      "  uint x = 1;\n"
      "  while (rounds[0] > 0) { x = x * 1664525u + 1013904223u; --rounds[0]; }\n"
      "  out[0] = x;\n"
      "}\n";
  job.kernel = "spend";
  job.local = {1, 1, 1};
  BufferArgument rounds{64, "uint8", Fill::given};
  rounds.content = std::string("\x40\x42\x0f\0", 4);  // a million
  job.arguments = {rounds, BufferArgument{64, "uint32", Fill::poison}};
  job.policy.budget_seconds = 0.02;
  const Measurement m = client.run(job);
  ASSERT_EQ(m.status, Status::ok) << m.reason << "\n" << m.detail;
  EXPECT_GT(m.min_seconds, kLeastSeconds);
  EXPECT_THAT(m.notes, testing::Contains(HasSubstr("content given to argument 0 anew")));

  // What no run changes is left alone.
  job.source =
      "__kernel void spend(__global const int* rounds, __global uint* out) {\n"
      "  out[0] = rounds[0];\n"
      "}\n";
  job.expectations = {{1, 0, 1e6}};
  const Measurement kept = client.run(job);
  ASSERT_EQ(kept.status, Status::ok) << kept.reason << "\n" << kept.detail;
  EXPECT_THAT(kept.notes, testing::Not(testing::Contains(HasSubstr("anew"))));
}

TEST_P(Worker, ImpossibleLaunchesBreakConstraints) {
  Job big = job();
  big.local = {identity().max_group_size * 2, 1, 1};
  big.global = big.local;
  EXPECT_EQ(client.run(big).status, Status::constraints);

  Job uneven = job();
  uneven.global = {100, 1, 1};
  EXPECT_EQ(client.run(uneven).status, Status::constraints);

  Job huge = job();
  huge.arguments[0] = BufferArgument{identity().max_allocation_bytes + 4096, "float32", Fill::zero};
  EXPECT_EQ(client.run(huge).status, Status::constraints);

  Job few = job();
  few.arguments.pop_back();
  const Measurement m = client.run(few);
  EXPECT_EQ(m.status, Status::constraints);
  EXPECT_THAT(m.reason, HasSubstr("takes 2 arguments; the job has 1"));
}

TEST_P(Worker, ImpossiblyFastIsRejectedAndKept) {
  Job fast = job();
  fast.least_seconds = 1000;
  const Measurement m = client.run(fast);
  EXPECT_EQ(m.status, Status::rejected);
  EXPECT_FALSE(m.seconds.empty());
}

TEST_P(Worker, OneProcessRunsManyJobs) {
  ASSERT_EQ(client.run(job()).status, Status::ok);
  const auto pid = client.worker_pid();
  ASSERT_TRUE(pid.has_value());
  for (int i = 1; i <= 5; ++i) {
    ASSERT_EQ(client.run(scale_job(identity().id, i)).status, Status::ok);
  }
  EXPECT_EQ(client.worker_pid(), pid);
}

TEST_P(Worker, LocalAndAllScalarTypesArrive) {
  Job typed;
  typed.device_id = identity().id;
  typed.source =
      "__kernel void t(__global long* out, __local int* l, char c, short s, int i, long q,\n"
      "                uchar uc, uint ui, float f) {\n"
      "  l[get_local_id(0)] = (int)get_local_id(0);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = l[7 - get_local_id(0)] + c + s + i + q + uc + ui + (long)f;\n"
      "}\n";
  typed.kernel = "t";
  typed.global = typed.local = {8, 1, 1};
  typed.arguments = {BufferArgument{64, "int64", Fill::poison},
                     LocalArgument{32},
                     ScalarArgument{"int8", -1},
                     ScalarArgument{"int16", -20},
                     ScalarArgument{"int32", -300},
                     ScalarArgument{"int64", 5e9},
                     ScalarArgument{"uint8", 200},
                     ScalarArgument{"uint32", 4e9},
                     ScalarArgument{"float32", 2.5}};
  typed.expectations = {{0, 0, 7 + 8999999881.0, 0}, {0, 7, 8999999881.0, 0}};
  typed.policy.budget_seconds = 0.01;
  const Measurement m = client.run(typed);
  EXPECT_EQ(m.status, Status::ok) << m.reason;
}

TEST_P(Worker, TheObjectComesWithTheTimes) {
  const Measurement m = client.run(job(), Wanted::times_and_object);
  ASSERT_EQ(m.status, Status::ok) << m.reason;
  ASSERT_TRUE(m.object.has_value());
  // The driver compiled no second time, so it is the same whenever it is asked for.
  EXPECT_EQ(client.run(job()).object, std::nullopt);
  const Measurement again = client.run(job(), Wanted::times_and_object);
  ASSERT_TRUE(again.object.has_value());
  EXPECT_EQ(again.object->origin, m.object->origin);
  EXPECT_EQ(again.object->bytes, m.object->bytes);
}

TEST_P(Worker, AnObjectAloneCostsOneGroupAtMost) {
  // The second group would never end.
  Job endless = job();
  endless.source =
      "__kernel void scale(__global float* a, float v) {\n"
      "  while (get_group_id(0) > 0 && ((volatile __global float*)a)[255] != v) {}\n"
      "  a[get_global_id(0)] = v;\n"
      "}\n";
  endless.timeout_seconds = 20;
  const Measurement m = client.run(endless, Wanted::object);
  ASSERT_EQ(m.status, Status::ok) << m.reason;
  EXPECT_TRUE(m.seconds.empty());
  ASSERT_TRUE(m.object.has_value());
  EXPECT_GT(m.object->bytes.size(), 100U);
}

TEST_P(Worker, EachWorkGroupSizeHasItsObject) {
  if (identity().platform != "Portable Computing Language") {
    GTEST_SKIP() << "this driver compiles once for all sizes";
  }
  Job wide = job();
  wide.local = {128, 1, 1};
  const Measurement narrow = client.run(job(), Wanted::object);
  const Measurement other = client.run(wide, Wanted::object);
  ASSERT_TRUE(narrow.object && other.object);
  EXPECT_EQ(narrow.object->origin, kLoadedLibrary);
  EXPECT_NE(narrow.object->bytes, other.object->bytes);
}

INSTANTIATE_TEST_SUITE_P(Devices, Worker, testing::Range<std::size_t>(0, devices_here().size()),
                         device_test_name);

TEST(WorkerClient, AMissingProgramIsAnErrorThatNamesIt) {
  WorkerClient client({"/nowhere/clgauge-worker", 0});
  try {
    (void)client.run(scale_job("0000"));
    FAIL() << "started a program that does not exist";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/clgauge-worker"));
  }
}

TEST(WorkerClient, AnUnknownDeviceIsAFailedMeasurement) {
  WorkerClient client(worker_of_this_build());
  const Measurement m = client.run(scale_job("ffffffffffffffff"));
  EXPECT_NE(m.status, Status::ok);
  EXPECT_THAT(m.reason, HasSubstr("ffffffffffffffff"));
}

}  // namespace
}  // namespace clgauge::microbench
