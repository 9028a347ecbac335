// An edit of any of the collector's sources is a new collector version.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/paths.h"

namespace clgauge::collector {
namespace {

namespace fs = std::filesystem;

class Digest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  // What the build would compile.
  [[nodiscard]] std::string version() const {
    const std::string files = (folder_ / "a.cpp").string() + "," + (folder_ / "b.h").string();
    const fs::path output = folder_ / "version.cpp";
    const std::string command = std::string("\"") + CLGAUGE_CMAKE + "\" \"-DFILES=" + files +
                                "\" \"-DOUTPUT=" + output.string() + "\" -P \"" +
                                CLGAUGE_SOURCE_DIR "/cmake/SourceDigest.cmake\"";
    EXPECT_EQ(std::system(command.c_str()), 0)
        << command;  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
    return read_file(output.string());
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("digest_" + std::to_string(::getpid()));
};

TEST_F(Digest, ChangesWithEveryEdit) {
  write("a.cpp", "int a;");
  write("b.h", "int b;");
  const std::string before = version();
  EXPECT_THAT(before, testing::ContainsRegex("return \"[0-9a-f]+\";"));
  EXPECT_EQ(version(), before);
  write("b.h", "int  b;");
  const std::string edited = version();
  EXPECT_NE(edited, before);
  write("b.h", "int b;");
  EXPECT_EQ(version(), before);
  write("a.cpp", "int a; ");
  EXPECT_NE(version(), before);
  EXPECT_NE(version(), edited);
}

}  // namespace
}  // namespace clgauge::collector
