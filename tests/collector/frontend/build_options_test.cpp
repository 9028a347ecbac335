#include "collector/frontend/build_options.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace clgauge::collector {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(BuildOptions, AssumesOpenClC12WhenNoVersionIsGiven) {
  EXPECT_THAT(parse_build_options("").compiler_arguments, ElementsAre("-cl-std=CL1.2"));
  EXPECT_THAT(parse_build_options("-cl-std=CL2.0").compiler_arguments,
              ElementsAre("-cl-std=CL2.0"));
}

TEST(BuildOptions, TakesVersionsYetToComeForTheNewest) {
  for (const char* version : {"-cl-std=CL3.0", "-cl-std=CL3.1", "-cl-std=CL9.9"}) {
    EXPECT_THAT(parse_build_options(version).compiler_arguments, ElementsAre("-cl-std=CL3.0"));
  }
}

TEST(BuildOptions, TakesValuesJoinedOrAsTheNextWord) {
  const BuildOptions options = parse_build_options("-DTS=16 -D N=4 -I dir -Iother -cl-std=CL1.1");
  EXPECT_THAT(options.compiler_arguments, ElementsAre("-D", "TS=16", "-D", "N=4", "-cl-std=CL1.1"));
  EXPECT_THAT(options.include_directories, ElementsAre("dir", "other"));
}

TEST(BuildOptions, HonoursQuotesAndBackslashes) {
  const BuildOptions options =
      parse_build_options(R"(-D "T=float 4" -I 'a b' -D F\ G -cl-std=CL1.2)");
  EXPECT_THAT(options.compiler_arguments,
              ElementsAre("-D", "T=float 4", "-D", "F G", "-cl-std=CL1.2"));
  EXPECT_THAT(options.include_directories, ElementsAre("a b"));
}

TEST(BuildOptions, ForwardsWhatChangesTheCodeAndDropsWhatDoesNot) {
  EXPECT_THAT(
      parse_build_options("-cl-fast-relaxed-math -cl-opt-disable -cl-std=CL1.2").compiler_arguments,
      ElementsAre("-cl-fast-relaxed-math", "-cl-std=CL1.2"));
}

TEST(BuildOptions, RefusesByName) {
  for (const char* bad :
       {"-include /etc/passwd", "-O3x", "-cl-std=CL1.3", "-cl-std=CL3.x", "-cl-std=3.1",
        "-fplugin=x.so", "-D", "-D \"open", "@file", "-Xclang -load"}) {
    try {
      (void)parse_build_options(bad);
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_THAT(error.what(), HasSubstr("build options"));
    }
  }
}

}  // namespace
}  // namespace clgauge::collector
