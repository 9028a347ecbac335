#include "device/program_cache.h"

#include <gtest/gtest.h>

#include <chrono>

#include "base/paths.h"
#include "invented.h"
#include "temporary_folder.h"

namespace clgauge::device {
namespace {

std::string key_of(const std::string& source, const std::string& options, const Identity& device) {
  return ProgramCache::key(source, options, device).value_or("none");
}

TEST(ProgramCacheKey, DependsOnAllThatTheBinaryDependsOn) {
  const Identity device = invented(0, "AMD EPYC", "P", "cpu", 2);
  const std::string key = key_of("kernel", "-O", device);
  EXPECT_EQ(key_of("kernel", "-O", device), key);
  EXPECT_NE(key_of("kernel ", "-O", device), key);
  EXPECT_NE(key_of("kernel", "-O2", device), key);
  EXPECT_NE(key_of("kernel", "-O", invented(0, "AMD EPYC", "P", "cpu", 3)), key);
  Identity updated = device;
  updated.driver = "1.1";
  EXPECT_NE(key_of("kernel", "-O", updated), key);
  ::setenv("POCL_WORK_GROUP_METHOD", "loops", 1);
  EXPECT_NE(key_of("kernel", "-O", device), key);
  ::unsetenv("POCL_WORK_GROUP_METHOD");
}

TEST(ProgramCacheKey, ThereIsNoneForSourcesThatIncludeFiles) {
  EXPECT_FALSE(ProgramCache::key("#include \"a.h\"\n", "-I.", Identity{}));
}

TEST(ProgramCache, GivesBackWhatWasStored) {
  const TemporaryFolder folder;
  const ProgramCache cache(folder.path());
  const std::string binary(
      "\0\1"
      "binary\xff\n",
      10);
  EXPECT_FALSE(cache.load("abcd"));
  cache.store("abcd", binary);
  EXPECT_EQ(cache.load("abcd"), binary);
  EXPECT_FALSE(cache.load("abce"));
  cache.remove("abcd");
  EXPECT_FALSE(cache.load("abcd"));
}

TEST(ProgramCache, EveryAlteredByteAndEveryTruncationIsAMiss) {
  const TemporaryFolder folder;
  const ProgramCache cache(folder.path());
  cache.store("abcd", "some binary");
  const std::string intact = read_file(cache.file_of("abcd"));
  for (std::size_t i = 0; i < intact.size(); ++i) {
    std::string altered = intact;
    altered[i] = static_cast<char>(altered[i] ^ 0x20);
    write_file_atomically(cache.file_of("abcd"), altered);
    EXPECT_FALSE(cache.load("abcd")) << "byte " << i;
    write_file_atomically(cache.file_of("abcd"), intact.substr(0, i));
    EXPECT_FALSE(cache.load("abcd")) << "cut to " << i;
  }
  write_file_atomically(cache.file_of("abcd"), intact);
  EXPECT_EQ(cache.load("abcd"), "some binary");
}

TEST(ProgramCache, AFileUnderAnotherKeysNameIsAMiss) {
  const TemporaryFolder folder;
  const ProgramCache cache(folder.path());
  cache.store("abcd", "some binary");
  std::filesystem::rename(cache.file_of("abcd"), cache.file_of("abce"));
  EXPECT_FALSE(cache.load("abce"));
}

TEST(ProgramCache, RemovesTheOldestBeyondItsSize) {
  const TemporaryFolder folder;
  const ProgramCache cache(folder.path(), 3000);
  const auto now = std::filesystem::file_time_type::clock::now();
  const std::string binary(900, 'x');
  for (int i = 0; i < 3; ++i) {
    const std::string key = "key" + std::to_string(i);
    cache.store(key, binary);
    std::filesystem::last_write_time(cache.file_of(key), now - std::chrono::hours(10 - i));
  }
  cache.store("key3", binary);
  EXPECT_FALSE(cache.load("key0"));
  EXPECT_TRUE(cache.load("key1"));
  EXPECT_TRUE(cache.load("key3"));
}

TEST(ProgramCache, WhatCannotBeWrittenIsNoError) {
  const ProgramCache cache("/proc/no/such/folder");
  EXPECT_NO_THROW(cache.store("abcd", "binary"));
  EXPECT_FALSE(cache.load("abcd"));
}

}  // namespace
}  // namespace clgauge::device
