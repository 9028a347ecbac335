// What a store keeps when its writer dies or the disk is full.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <thread>

#include "base/error.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/sample_table.h"
#include "random_rows.h"
#include "temporary_folder.h"

namespace clgauge::db {
namespace {

using ::testing::IsEmpty;

constexpr std::size_t kUidLength = 32;

std::string start_calibration(Store& store) {
  RandomRows rows(1);
  CalibrationRow calibration;
  calibration.device_version_uid = DeviceTable(store).upsert(rows.device());
  calibration.effort = "quick";
  calibration.plan_hash = "plan";
  return CalibrationTable(store).start(calibration);
}

// Adds samples for ever; tells each uid through the pipe once add() has returned.
[[noreturn]] void write_samples(const std::filesystem::path& path, const std::string& calibration,
                                unsigned seed, int pipe_end) {
  Store store = Store::open(path);
  RandomRows rows(seed);
  SampleTable samples(store);
  while (true) {
    const std::string uid =
        samples.add(rows.sample(calibration, samples.upsert_micro_kernel(rows.micro_kernel())));
    if (::write(pipe_end, uid.data(), uid.size()) != static_cast<ssize_t>(kUidLength)) {
      ::_exit(1);
    }
  }
}

std::string read_all(int pipe_end) {
  std::string all;
  std::string chunk(4096, '\0');
  for (ssize_t got = 0; (got = ::read(pipe_end, chunk.data(), chunk.size())) > 0;) {
    all.append(chunk, 0, static_cast<std::size_t>(got));
  }
  return all;
}

TEST(Durability, AHundredKillsLoseNothingCommitted) {
  const TemporaryFolder folder;
  const auto path = folder / "a.db";
  std::string calibration;
  {
    Store store = Store::open(path);
    calibration = start_calibration(store);
  }
  std::mt19937 generator(std::random_device{}());
  std::set<std::string> acknowledged;
  std::size_t kept_in_all = 0;
  for (unsigned kill = 0; kill < 100; ++kill) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(ends[0]);
      write_samples(path, calibration, kill, ends[1]);
    }
    ::close(ends[1]);
    std::this_thread::sleep_for(
        std::chrono::microseconds(std::uniform_int_distribution<int>(0, 25'000)(generator)));
    ::kill(child, SIGKILL);
    const std::string told = read_all(ends[0]);
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    ASSERT_EQ(told.size() % kUidLength, 0U);
    for (std::size_t at = 0; at < told.size(); at += kUidLength) {
      acknowledged.insert(told.substr(at, kUidLength));
    }

    Store store = Store::open(path);
    ASSERT_THAT(store.check_integrity(), IsEmpty()) << "after kill " << kill;
    std::set<std::string> kept;
    for (const SampleRow& row : SampleTable(store).list(calibration)) {
      kept.insert(row.uid);
    }
    for (const std::string& uid : acknowledged) {
      ASSERT_TRUE(kept.count(uid) == 1) << "lost a committed sample in kill " << kill;
    }
    // What is in the store was told, but for one that was committed when the child died.
    ASSERT_LE(kept.size(), acknowledged.size() + 1);
    acknowledged = kept;
    kept_in_all = kept.size();
  }
  EXPECT_GT(kept_in_all, 100U) << "the children were killed before they wrote";
}

// Fills a store until it fails; says over the exit status whether the failure was told clearly and
// nothing that was committed is missing.
int fill_until_full(const std::filesystem::path& path, const std::function<void()>& when_full) {
  std::string calibration;
  std::set<std::string> committed;
  try {
    Store store = Store::open(path);
    calibration = start_calibration(store);
    RandomRows rows(2);
    SampleTable samples(store);
    for (int i = 0; i < 100'000; ++i) {
      committed.insert(
          samples.add(rows.sample(calibration, samples.upsert_micro_kernel(rows.micro_kernel()))));
    }
    return 2;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::store ||
        std::string(error.what()).find("no space left") == std::string::npos) {
      std::fprintf(stderr, "%s\n", error.what());
      return 3;
    }
  }
  when_full();
  Store store = Store::open(path);
  if (committed.size() < 10 || !store.check_integrity().empty()) {
    return 4;
  }
  std::set<std::string> kept;
  for (const SampleRow& row : SampleTable(store).list(calibration)) {
    kept.insert(row.uid);
  }
  return kept == committed ? 0 : 5;
}

int status_of_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    int status = 9;
    try {
      status = body();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    ::_exit(status);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Durability, ASizeLimitIsAClearError) {
  const TemporaryFolder folder;
  const int status = status_of_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const auto limit_bytes = [](rlim_t bytes) {
      const rlimit limit{bytes, RLIM_INFINITY};
      ::setrlimit(RLIMIT_FSIZE, &limit);
    };
    limit_bytes(1 << 20);
    return fill_until_full(folder / "a.db", [&] { limit_bytes(RLIM_INFINITY); });
  });
  EXPECT_EQ(status, 0);
}

TEST(Durability, AFullDiskIsAClearError) {
  const TemporaryFolder folder;
  constexpr int kNoMounts = 77;
  const int status = status_of_child([&] {
    // A small disk that only this child sees.
    const uid_t user = ::getuid();
    if (::unshare(CLONE_NEWNS | (user == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mkdir((folder / "disk").c_str(), 0777) != 0 ||
        ::mount("tmpfs", (folder / "disk").c_str(), "tmpfs", 0, "size=1m") != 0) {
      return kNoMounts;
    }
    return fill_until_full(folder / "disk/a.db", [&] {
      ::mount("tmpfs", (folder / "disk").c_str(), "tmpfs", MS_REMOUNT, "size=8m");
    });
  });
  if (status == kNoMounts) {
    GTEST_SKIP() << "may not mount here";
  }
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace clgauge::db
