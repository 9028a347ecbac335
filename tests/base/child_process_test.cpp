#include "base/child_process.h"

#include <gtest/gtest.h>

#include <csignal>

namespace clgauge {
namespace {

TEST(ChildProcess, PassesInputAndOutputThroughWhole) {
  std::string input(3'000'000, 'x');  // far more than a pipe holds
  input += "end";
  const ChildResult result = run_child("/bin/cat", {}, input, {});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.output, input);
}

TEST(ChildProcess, ReportsHowItEnded) {
  EXPECT_EQ(run_child("/bin/sh", {"-c", "echo oops >&2; exit 3"}, "", {}).exit_status, 3);
  EXPECT_EQ(run_child("/bin/sh", {"-c", "echo oops >&2; exit 3"}, "", {}).errors, "oops\n");
  EXPECT_EQ(run_child("/bin/sh", {"-c", "kill -SEGV $$"}, "", {}).signal, SIGSEGV);
  EXPECT_EQ(run_child("/no/such/program", {}, "", {}).exit_status, 127);
}

TEST(ChildProcess, SurvivesAChildThatDoesNotRead) {
  EXPECT_EQ(run_child("/bin/true", {}, std::string(1'000'000, 'x'), {}).exit_status, 0);
}

TEST(ChildProcess, KillsWhatTakesTooLong) {
  ChildLimits limits;
  limits.wall_seconds = 0.2;
  EXPECT_TRUE(run_child("/bin/sleep", {"60"}, "", limits).timed_out);
}

TEST(ChildProcess, LimitsMemory) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "a build with AddressSanitizer sets no such limit";
#endif
  ChildLimits limits;
  limits.memory_bytes = 64U << 20U;
  const ChildResult limited = run_child(
      "/bin/sh", {"-c", "exec sort -S 400M --parallel=1 /dev/zero > /dev/null"}, "", limits);
  EXPECT_NE(limited.exit_status, 0);
}

}  // namespace
}  // namespace clgauge
