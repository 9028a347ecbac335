#include <cstdlib>
#include <fstream>

#include "base/paths.h"
#include "device/program_cache.h"
#include "session_fixture.h"
#include "temporary_folder.h"

namespace clgauge::device {
namespace {

constexpr const char* kSource = "kernel void k(global int* p) { p[0] = VALUE; }";

// Each test starts from an empty cache of its own.
class SessionCache : public OnEveryDevice {
 protected:
  void SetUp() override {
    if (const char* value = std::getenv("XDG_CACHE_HOME")) {
      before = value;
    }
    ::setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  }
  void TearDown() override {
    if (before.empty()) {
      ::unsetenv("XDG_CACHE_HOME");
    } else {
      ::setenv("XDG_CACHE_HOME", before.c_str(), 1);
    }
  }

  struct Outcome {
    bool from_cache;
    int value;
  };
  static Outcome build_and_run(const std::string& options) {
    Session session(GetParam());
    Kernel kernel = session.kernel(kSource, options, "k");
    Buffer buffer = session.buffer(sizeof(int));
    kernel.set_buffer(0, buffer);
    session.run(kernel, 1, {1, 1, 1}, {1, 1, 1});
    int value = 0;
    session.read(buffer, &value, sizeof(value));
    return {kernel.from_cache(), value};
  }
  static std::filesystem::path file_of(const std::string& options) {
    return ProgramCache::of_user().file_of(
        ProgramCache::key(kSource, options, GetParam()).value_or(""));
  }

  TemporaryFolder folder;
  std::string before;
};

INSTANTIATE_TEST_SUITE_P(Devices, SessionCache, testing::ValuesIn(devices_in_reach()), test_name);

TEST_P(SessionCache, TheSecondBuildComesFromDiskAndDoesTheSame) {
  const Outcome first = build_and_run("-DVALUE=3");
  EXPECT_FALSE(first.from_cache);
  EXPECT_EQ(first.value, 3);
  const Outcome second = build_and_run("-DVALUE=3");
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(second.value, 3);
  const Outcome other = build_and_run("-DVALUE=4");
  EXPECT_FALSE(other.from_cache);
  EXPECT_EQ(other.value, 4);
}

TEST_P(SessionCache, ACorruptedFileIsBuiltAgain) {
  (void)build_and_run("-DVALUE=5");
  const auto file = file_of("-DVALUE=5");
  const std::string intact = read_file(file);
  std::string altered = intact;
  altered[altered.size() / 2] = static_cast<char>(altered[altered.size() / 2] ^ 1);
  for (const std::string& content : {std::string(), intact.substr(0, intact.size() / 2), altered}) {
    write_file_atomically(file, content);
    const Outcome outcome = build_and_run("-DVALUE=5");
    EXPECT_FALSE(outcome.from_cache);
    EXPECT_EQ(outcome.value, 5);
    EXPECT_TRUE(build_and_run("-DVALUE=5").from_cache) << "the file was mended";
  }
}

TEST_P(SessionCache, ABinaryThatTheDriverRefusesIsBuiltAgain) {
  const auto key = ProgramCache::key(kSource, "-DVALUE=6", GetParam());
  ASSERT_TRUE(key);
  ProgramCache::of_user().store(*key, "not what this driver writes");
  const Outcome outcome = build_and_run("-DVALUE=6");
  EXPECT_FALSE(outcome.from_cache);
  EXPECT_EQ(outcome.value, 6);
}

TEST_P(SessionCache, WithoutAFolderEverythingIsCompiled) {
  ::setenv("XDG_CACHE_HOME", "/proc/no/such/folder", 1);
  EXPECT_EQ(build_and_run("-DVALUE=8").value, 8);
  EXPECT_FALSE(build_and_run("-DVALUE=8").from_cache);
}

}  // namespace
}  // namespace clgauge::device
