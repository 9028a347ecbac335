// A kernel from elsewhere must not read this machine's files through its includes.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "collector/frontend/compile.h"

namespace clgauge::collector {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Confinement : public testing::Test {
 protected:
  Confinement()
      : root_(fs::temp_directory_path() / ("clgauge-confine-" + std::to_string(::getpid()))) {
    fs::create_directories(root_ / "allowed" / "inner");
    fs::create_directories(root_ / "outside");
    write("allowed/good.h", "#define GOOD 1\n");
    write("allowed/inner/deep.h", "#include \"../good.h\"\n#define DEEP 1\n");
    write("outside/secret.h", "#define SECRET 1\n");
    fs::create_symlink(root_ / "outside" / "secret.h", root_ / "allowed" / "link.h");
    fs::create_directory_symlink(root_ / "outside", root_ / "allowed" / "folder");
    fs::create_directories(root_ / "allowed-not");
    write("allowed-not/near.h", "#define SECRET 1\n");
  }
  ~Confinement() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / name) << text;
  }

  [[nodiscard]] bool compiles(const std::string& text, const std::string& options = {}) const {
    Source source;
    source.text = text + "\nkernel void k(global int *a) { a[0] = 1; }\n";
    source.options = options;
    source.include_directories = {(root_ / "allowed").string()};
    try {
      const CompiledSource compiled = compile(source);
      return true;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      // Nothing of a forbidden file may reach the message either.
      EXPECT_THAT(error.detail(), testing::Not(HasSubstr("#define SECRET")));
      return false;
    }
  }

  fs::path root_;
};

TEST_F(Confinement, ReadsInsideTheAllowedFolder) {
  EXPECT_TRUE(compiles("#include \"good.h\"\n#ifndef GOOD\n#error\n#endif"));
  EXPECT_TRUE(compiles("#include <inner/deep.h>\n#ifndef DEEP\n#error\n#endif"));
  EXPECT_TRUE(compiles("#include <deep.h>", "-I " + (root_ / "allowed" / "inner").string()));
}

TEST_F(Confinement, SeesNothingElse) {
  const std::string outside = (root_ / "outside" / "secret.h").string();
  for (const std::string& name :
       {std::string("/etc/passwd"), std::string("/dev/zero"), outside, std::string("link.h"),
        std::string("folder/secret.h"), std::string("../outside/secret.h"),
        std::string("../allowed-not/near.h"), (root_ / "allowed").string() + "/../outside/secret.h",
        std::string("/proc/self/environ"), std::string("inner")}) {
    EXPECT_FALSE(compiles("#include \"" + name + "\"")) << name;
    EXPECT_FALSE(compiles("#include_next \"" + name + "\"")) << name;
    EXPECT_TRUE(compiles("#if __has_include(\"" + name + "\")\n#error visible\n#endif")) << name;
  }
}

TEST_F(Confinement, OptionsCannotOpenAFolder) {
  EXPECT_FALSE(compiles("", "-I " + (root_ / "outside").string()));
  EXPECT_FALSE(compiles("", "-I /"));
  Source source;
  source.text = "kernel void k(global int *a) {}";
  source.options = "-I /opt";
  try {
    const CompiledSource compiled = compile(source);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("add --include /opt"));
  }
  EXPECT_FALSE(compiles("", "-I " + (root_ / "allowed" / "folder").string()));
}

TEST_F(Confinement, AFolderThatDoesNotExistIsNamed) {
  Source source;
  source.text = "kernel void k(global int *a) {}";
  source.include_directories = {(root_ / "missing").string()};
  try {
    const CompiledSource compiled = compile(source);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("missing"));
  }
}

}  // namespace
}  // namespace clgauge::collector
