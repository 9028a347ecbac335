#include "base/paths.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"

namespace clgauge {
namespace {

TEST(Paths, StoreFollowsTheEnvironment) {
  ::setenv("CLGAUGE_DB", "/somewhere/my.db", 1);
  EXPECT_EQ(user_store_path(), "/somewhere/my.db");
  ::unsetenv("CLGAUGE_DB");
  ::setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(user_store_path(), "/data/clgauge/clgauge.db");
  ::setenv("XDG_DATA_HOME", "relative/is/ignored", 1);
  ::setenv("HOME", "/home/me", 1);
  EXPECT_EQ(user_store_path(), "/home/me/.local/share/clgauge/clgauge.db");
  ::unsetenv("XDG_DATA_HOME");
}

TEST(Paths, ReadingNamesTheFileThatIsMissing) {
  try {
    (void)read_file("/no/such/file.cl");
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("/no/such/file.cl"), std::string::npos);
  }
  EXPECT_THROW((void)read_file("/"), Error);
}

TEST(Paths, ReadingEndsWhereAFileDoesNot) {
  try {
    (void)read_file("/dev/zero");
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("/dev/zero has more than"), std::string::npos);
  }
}

TEST(Paths, WritesAreAllOrNothing) {
  const auto path = std::filesystem::temp_directory_path() / "clgauge-paths-test";
  write_file_atomically(path, "first");
  write_file_atomically(path, "second");
  EXPECT_EQ(read_file(path), "second");
  std::filesystem::remove(path);
  EXPECT_THROW(write_file_atomically("/no/such/folder/x", "y"), Error);
}

}  // namespace
}  // namespace clgauge
