// What kernels, drivers and people do to a worker: each costs one measurement.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

#include "worker_fixture.h"

namespace clgauge::microbench {
namespace {

using testing::HasSubstr;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // reserves terabytes of address space, turns faults into exits
#else
constexpr bool kSanitized = false;
#endif

class WorkerFaults : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const device::Identity& identity() const { return devices_here()[GetParam()]; }
  [[nodiscard]] Job job() const { return scale_job(identity().id); }
  [[nodiscard]] Job endless() const {
    Job endless = job();
    endless.source =
        "__kernel void scale(__global float* a, float v) {\n"
        "  volatile __global float* watched = a;\n"
        "  while (watched[1] != -v) {}\n"
        "  a[get_global_id(0)] = v;\n"
        "}\n";
    return endless;
  }
  void expect_next_job_works() {
    const Measurement next = client.run(job());
    EXPECT_EQ(next.status, Status::ok) << next.reason;
  }
  WorkerClient client{worker_of_this_build()};
};

TEST_P(WorkerFaults, AKernelThatNeverEndsIsATimeout) {
  Job hanging = endless();
  hanging.timeout_seconds = 2;
  const Measurement m = client.run(hanging);
  EXPECT_EQ(m.status, Status::timeout);
  EXPECT_THAT(m.reason, HasSubstr("no result within 2 s"));
  EXPECT_TRUE(m.seconds.empty());
  expect_next_job_works();
}

TEST_P(WorkerFaults, AKernelThatFaultsNamesTheSignal) {
  if (identity().type != "cpu") GTEST_SKIP() << "a GPU may forgive wild stores";
  Job wild = job();
  wild.source =
      "__kernel void scale(__global float* a, float v) {\n"
      "  a[get_global_id(0) + (size_t)v * 0x100000000000] = v;\n"
      "}\n";
  const Measurement m = client.run(wild);
  EXPECT_EQ(m.status, Status::runtime);
  EXPECT_THAT(m.reason, HasSubstr(kSanitized ? "status" : "SIG"));
  EXPECT_THAT(m.reason, HasSubstr("first run"));
  expect_next_job_works();
}

TEST_P(WorkerFaults, AWorkerKilledFromOutsideLosesOneMeasurement) {
  ASSERT_EQ(client.run(job()).status, Status::ok);
  const int pid = client.worker_pid().value();
  std::thread killer([pid] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    ::kill(pid, SIGKILL);
  });
  Job hanging = endless();
  hanging.timeout_seconds = 60;
  const Measurement m = client.run(hanging);
  killer.join();
  EXPECT_EQ(m.status, Status::runtime);
  EXPECT_THAT(m.reason, HasSubstr("SIGKILL"));
  expect_next_job_works();
}

TEST_P(WorkerFaults, AWorkerKilledWhileIdleLosesNothing) {
  ASSERT_EQ(client.run(job()).status, Status::ok);
  const int pid = client.worker_pid().value();
  ::kill(pid, SIGKILL);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOWAIT), 0);
  expect_next_job_works();
  EXPECT_NE(client.worker_pid().value(), pid);
}

TEST_P(WorkerFaults, ExhaustedMemoryIsAFailureWithAReason) {
  if (identity().type != "cpu" || kSanitized) {
    GTEST_SKIP() << "limits of the address space suit neither GPUs nor sanitizers";
  }
  // Enough for the driver and its compiler, not for the buffers.
  WorkerOptions limited = worker_of_this_build();
  limited.memory_bytes = std::uint64_t{3} << 30;
  client = WorkerClient(limited);
  Job greedy = job();
  greedy.source =
      "__kernel void scale(__global float* a, float v, __global float* b, __global float* c,\n"
      "                    __global float* d, __global float* e) {\n"
      "  a[get_global_id(0)] = b[0] + c[0] + d[0] + e[0];\n"
      "}\n";
  for (int i = 0; i < 4; ++i) {
    greedy.arguments.push_back(
        BufferArgument{std::min<std::size_t>(identity().max_allocation_bytes, 1UL << 30), "float32",
                       Fill::poison});
  }
  greedy.expectations.clear();
  const Measurement m = client.run(greedy);
  EXPECT_EQ(m.status, Status::runtime);
  EXPECT_FALSE(m.reason.empty());
  expect_next_job_works();
}

TEST_P(WorkerFaults, TheStopFlagEndsTheJobAtOnce) {
  std::atomic<bool> stop{false};
  std::thread stopper([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop = true;
  });
  Job hanging = endless();
  hanging.timeout_seconds = 60;
  const auto start = std::chrono::steady_clock::now();
  const auto result = client.run(hanging, stop);
  const auto took = std::chrono::steady_clock::now() - start;
  stopper.join();
  EXPECT_FALSE(result.has_value());
  EXPECT_LT(took, std::chrono::seconds(30));
  expect_next_job_works();
}

bool is_running(int pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string id;
  std::string name;
  std::string state;
  return (stat >> id >> name >> state) && state != "Z" && state != "X";
}

TEST_P(WorkerFaults, AKilledClientLeavesNoOrphan) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t calibrator = ::fork();
  if (calibrator == 0) {
    WorkerClient own(worker_of_this_build());
    const bool ok = own.run(job()).status == Status::ok;
    const int pid = ok ? own.worker_pid().value_or(0) : 0;
    (void)!::write(ends[1], &pid, sizeof(pid));
    (void)own.run(endless());
    ::_exit(0);
  }
  int worker = 0;
  ASSERT_EQ(::read(ends[0], &worker, sizeof(worker)), static_cast<ssize_t>(sizeof(worker)));
  ASSERT_GT(worker, 0);
  EXPECT_TRUE(is_running(worker));
  ::kill(calibrator, SIGKILL);
  ::waitpid(calibrator, nullptr, 0);
  for (int i = 0; i < 500 && is_running(worker); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(is_running(worker));
  ::close(ends[0]);
  ::close(ends[1]);
}

INSTANTIATE_TEST_SUITE_P(Devices, WorkerFaults,
                         testing::Range<std::size_t>(0, devices_here().size()), device_test_name);

}  // namespace
}  // namespace clgauge::microbench
