#include "base/compiler_log.h"

#include <gtest/gtest.h>

namespace clgauge {
namespace {

TEST(CompilerLog, SaysWhyItFailed) {
  EXPECT_EQ(reason_in_log("1:5: warning: unused\nk.cl:2:3: error: no type\n  x\n  ^\n"),
            "k.cl:2:3: error: no type");
  EXPECT_EQ(reason_in_log("Compilation failed\nUnrecognized build options: -cl-odd \n"),
            "Unrecognized build options: -cl-odd");
  EXPECT_EQ(reason_in_log("\nCompilation failed\n"), "Compilation failed");
  EXPECT_EQ(reason_in_log(""), "");
}

}  // namespace
}  // namespace clgauge
