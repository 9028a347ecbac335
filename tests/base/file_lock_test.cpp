#include "base/file_lock.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.h"
#include "base/temporary_file.h"

namespace clgauge {
namespace {

class FileLockTest : public ::testing::Test {
 protected:
  FileLockTest() {
    auto pattern = (std::filesystem::temp_directory_path() / "clgauge-lock-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~FileLockTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(FileLockTest, OneOrManyShare) {
  const auto path = folder_ / "a.lock";
  {
    const auto first = FileLock::try_share(path);
    const auto second = FileLock::try_share(path);
    EXPECT_TRUE(first && second);
    EXPECT_FALSE(FileLock::try_take(path));
  }
  const auto alone = FileLock::try_take(path, "a socket");
  ASSERT_TRUE(alone);
  EXPECT_FALSE(FileLock::try_take(path));
  EXPECT_FALSE(FileLock::try_share(path));
  EXPECT_EQ(FileLock::owner(path)->pid, ::getpid());
  EXPECT_EQ(FileLock::owner(path)->note, "a socket");
  EXPECT_FALSE(FileLock::owner(folder_ / "none"));
  EXPECT_THROW((void)FileLock::try_take(folder_ / "none" / "a.lock"), Error);
}

TEST_F(FileLockTest, DiesWithItsProcess) {
  const auto path = folder_ / "a.lock";
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = FileLock::try_take(path);
    (void)!::write(ready[1], lock ? "1" : "0", 1);
    ::pause();
  }
  char held = '0';
  ASSERT_EQ(::read(ready[0], &held, 1), 1);
  EXPECT_EQ(held, '1');
  EXPECT_FALSE(FileLock::try_share(path));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(FileLock::try_share(path));
}

TEST_F(FileLockTest, TemporaryFilesHaveNoName) {
  TemporaryFile file(folder_);
  file.stream() << "text";
  file.stream().seekg(0);
  std::string text;
  file.stream() >> text;
  EXPECT_EQ(text, "text");
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
  EXPECT_THROW(TemporaryFile(folder_ / "none"), Error);
}

}  // namespace
}  // namespace clgauge
