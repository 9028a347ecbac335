#include "device/session.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "session_fixture.h"

namespace clgauge::device {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using SessionTest = OnEveryDevice;
INSTANTIATE_TEST_SUITE_P(Devices, SessionTest, testing::ValuesIn(devices_in_reach()), test_name);

constexpr const char* kAxpy = R"(
kernel void axpy(global float* y, global const float* x, float a, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
})";

constexpr const char* kReverse = R"(
kernel void reverse(global int* data, local int* tile) {
  int i = get_local_id(0), n = get_local_size(0);
  tile[i] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tile[n - 1 - i];
})";

template <typename Call>
Error failure_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error;
  }
  ADD_FAILURE() << "expected an error";
  return Error(ErrorKind::internal, "");
}

TEST_P(SessionTest, IsTheDeviceThatWasAskedFor) {
  const Session session(GetParam());
  EXPECT_EQ(session.identity().id, GetParam().id);
  EXPECT_EQ(session.identity().compute_units, GetParam().compute_units);
}

TEST_P(SessionTest, ComputesWhatTheHostComputes) {
  Session session(GetParam());
  std::mt19937 random(7);
  std::uniform_real_distribution<float> values(-1, 1);
  Kernel kernel = session.kernel(kAxpy, "", "axpy");
  EXPECT_EQ(kernel.argument_count(), 4U);
  for (const int n : {1, 63, 1021}) {
    const auto count = static_cast<std::size_t>(n);
    std::vector<float> x(count);
    std::vector<float> y(count);
    std::generate(x.begin(), x.end(), [&] { return values(random); });
    std::generate(y.begin(), y.end(), [&] { return values(random); });
    Buffer device_x = session.buffer(count * sizeof(float));
    Buffer device_y = session.buffer(count * sizeof(float));
    session.write(device_x, x.data(), count * sizeof(float));
    session.write(device_y, y.data(), count * sizeof(float));
    const float a = values(random);
    kernel.set_buffer(0, device_y);
    kernel.set_buffer(1, device_x);
    kernel.set_value(2, &a, sizeof(a));
    kernel.set_value(3, &n, sizeof(n));
    session.run(kernel, 1, {(count + 63) / 64 * 64, 1, 1}, {64, 0, 0});
    std::vector<float> result(count);
    session.read(device_y, result.data(), count * sizeof(float));
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_LE(std::fabs(result[i] - (a * x[i] + y[i])), 1e-6F) << n << " at " << i;
    }
  }
}

TEST_P(SessionTest, LocalMemoryAndBarriers) {
  Session session(GetParam());
  std::vector<int> data(96);
  std::iota(data.begin(), data.end(), 0);
  Buffer buffer = session.buffer(data.size() * sizeof(int));
  session.write(buffer, data.data(), data.size() * sizeof(int));
  Kernel kernel = session.kernel(kReverse, "", "reverse");
  kernel.set_buffer(0, buffer);
  kernel.set_local(1, 32 * sizeof(int));
  session.run(kernel, 1, {96, 1, 1}, {32, 1, 1});
  session.read(buffer, data.data(), data.size() * sizeof(int));
  for (int i = 0; i < 96; ++i) {
    EXPECT_EQ(data[static_cast<std::size_t>(i)], i / 32 * 32 + 31 - i % 32);
  }
}

TEST_P(SessionTest, EventTimesAreAbsentOrWithinTheHostTime) {
  Session session(GetParam());
  const int n = 1 << 16;
  Buffer x = session.buffer(n * sizeof(float));
  Buffer y = session.buffer(n * sizeof(float));
  const float one = 1;
  session.fill(x, &one, sizeof(one));
  session.fill(y, &one, sizeof(one));
  Kernel kernel = session.kernel(kAxpy, "", "axpy");
  kernel.set_buffer(0, y);
  kernel.set_buffer(1, x);
  kernel.set_value(2, &one, sizeof(one));
  kernel.set_value(3, &n, sizeof(n));
  for (int run = 0; run < 5; ++run) {
    const RunTime time = session.run(kernel, 1, {n, 1, 1}, {0, 0, 0});
    EXPECT_GT(time.host_seconds, 0);
    if (time.device_seconds) {
      EXPECT_GT(*time.device_seconds, 0);
      EXPECT_LE(*time.device_seconds, 1.02 * time.host_seconds + 1e-5);
    }
  }
}

TEST_P(SessionTest, PartsOfBuffers) {
  Session session(GetParam());
  Buffer buffer = session.buffer(64);
  const char pattern = 'a';
  session.fill(buffer, &pattern, 1);
  session.write(buffer, "bcd", 3, 61);
  std::string text(64, '\0');
  session.read(buffer, text.data(), 64);
  EXPECT_EQ(text, std::string(61, 'a') + "bcd");
  EXPECT_EQ(failure_of([&] { session.write(buffer, "bcd", 3, 62); }).kind(), ErrorKind::usage);
  EXPECT_EQ(failure_of([&] { session.read(buffer, text.data(), 1, SIZE_MAX); }).kind(),
            ErrorKind::usage);
  EXPECT_EQ(failure_of([&] { (void)session.buffer(0); }).kind(), ErrorKind::usage);
  EXPECT_EQ(failure_of([&] { (void)session.buffer(SIZE_MAX); }).kind(), ErrorKind::usage);
}

TEST_P(SessionTest, ASourceThatDoesNotCompileShowsTheLog) {
  Session session(GetParam());
  const Error error =
      failure_of([&] { (void)session.kernel("kernel void k() { wrong; }", "-DX=1", "k"); });
  EXPECT_EQ(error.kind(), ErrorKind::input);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("does not compile"), HasSubstr("-DX=1")));
  EXPECT_THAT(error.detail(), HasSubstr("wrong"));
}

TEST_P(SessionTest, AnUnknownKernelNameListsTheSourcesKernels) {
  Session session(GetParam());
  const Error error = failure_of([&] { (void)session.kernel(kAxpy, "", "saxpy"); });
  EXPECT_EQ(error.kind(), ErrorKind::input);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("saxpy"), HasSubstr("choose one of axpy")));
}

TEST_P(SessionTest, ImpossibleLaunchesAreNamed) {
  Session session(GetParam());
  Kernel kernel = session.kernel("kernel void k(global int* p) { p[0] = 1; }", "", "k");
  Buffer buffer = session.buffer(4);
  EXPECT_EQ(failure_of([&] {
              session.run(kernel, 1, {64, 1, 1}, {64, 1, 1});
            }).kind(),
            ErrorKind::device)
      << "an argument is not set";
  kernel.set_buffer(0, buffer);
  const std::size_t too_large = GetParam().max_group_size * 2;
  EXPECT_THAT(failure_of([&] {
                session.run(kernel, 1, {too_large, 1, 1}, {too_large, 1, 1});
              }).what(),
              AllOf(HasSubstr("CL_INVALID_WORK_"), HasSubstr("\"k\"")));
  EXPECT_EQ(failure_of([&] {
              session.run(kernel, 2, {64, 64, 1}, {8, 0, 1});
            }).kind(),
            ErrorKind::usage);
  EXPECT_EQ(failure_of([&] {
              session.run(kernel, 4, {1, 1, 1}, {1, 1, 1});
            }).kind(),
            ErrorKind::usage);
  EXPECT_THAT(failure_of([&] { kernel.set_buffer(1, buffer); }).what(),
              HasSubstr("CL_INVALID_ARG_INDEX"));
  EXPECT_NO_THROW(session.run(kernel, 1, {1, 1, 1}, {1, 1, 1})) << "the session goes on";
}

TEST_P(SessionTest, KernelLimits) {
  Session session(GetParam());
  const KernelLimits limits = session.kernel(kAxpy, "", "axpy").limits();
  EXPECT_GE(limits.max_group_size, 1U);
  EXPECT_LE(limits.max_group_size, GetParam().max_group_size);
  EXPECT_GE(limits.preferred_group_multiple, 1U);
}

TEST_P(SessionTest, MovesKeepTheirObjects) {
  Session first(GetParam());
  Buffer buffer = first.buffer(4);
  const int value = 42;
  first.fill(buffer, &value, sizeof(value));
  Session second(std::move(first));
  Buffer moved(std::move(buffer));
  int result = 0;
  second.read(moved, &result, sizeof(result));
  EXPECT_EQ(result, 42);
}

TEST_P(SessionTest, ADeviceThatIsGoneIsAnError) {
  Identity gone = GetParam();
  (gone.is_sub_device() ? gone.parent_id : gone.id) = "0123456789abcdef";
  const Error error = failure_of([&] { const Session session(gone); });
  EXPECT_EQ(error.kind(), ErrorKind::device);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("0123456789abcdef"), HasSubstr("clgauge devices")));
}

TEST(SecondDevice, IsAnotherPlatformInTheSameProcess) {
  std::set<std::string> platforms;
  for (const Identity& device : discover().devices) {
    platforms.insert(device.platform);
  }
  if (platforms.size() < 2) {
    GTEST_SKIP() << "only one OpenCL platform here: run tools/second-device and source its file";
  }
  std::vector<Session> sessions;
  for (const Identity& device : discover().devices) {
    sessions.emplace_back(device);
  }
  for (Session& session : sessions) {
    Kernel kernel = session.kernel("kernel void k(global int* p) { p[0] = 7; }", "", "k");
    Buffer buffer = session.buffer(4);
    kernel.set_buffer(0, buffer);
    session.run(kernel, 1, {1, 1, 1}, {1, 1, 1});
    int result = 0;
    session.read(buffer, &result, sizeof(result));
    EXPECT_EQ(result, 7) << session.identity().platform;
  }
}

}  // namespace
}  // namespace clgauge::device
