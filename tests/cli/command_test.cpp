// The command as a shell sees it: exit status, stdout, stderr; help and bad usage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Command, HelpTeaches) {
  const auto run = run_clgauge({"--help"});
  EXPECT_EQ(run.exit_status, 0);
  for (const char* words : {"clgauge calibrate", "clgauge COMMAND --help", "CLGAUGE_DB",
                            "CLGAUGE_DEVICE", "CLGAUGE_SOCKET", "CLGAUGE_KERNELS"}) {
    EXPECT_THAT(run.output, HasSubstr(words));
  }
  for (const char* command :
       {"devices", "calibrate", "compare", "fit", "count", "strip", "predict", "explain", "look",
        "measure", "observe", "select", "evaluate", "microbench", "export", "import", "merge"}) {
    EXPECT_THAT(run.output, HasSubstr(command));
    const auto help = run_clgauge({command, "--help"});
    EXPECT_EQ(help.exit_status, 0) << command;
    EXPECT_THAT(help.output, HasSubstr("Usage:"));
    EXPECT_THAT(help.output, testing::Not(HasSubstr("A first session")));
    EXPECT_THAT(help.output, testing::Not(ContainsRegex("->|POSITIVE|NONNEGATIVE"))) << command;
    EXPECT_THAT(help.output, HasSubstr("Example: clgauge " + std::string(command)));
  }
}

TEST(Command, BadUsageExitsWithTwo) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"collect"}, {"collect", "a.cl"}, {"collect", "--help"}}) {
    const auto run = run_clgauge(words);
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_THAT(run.errors, HasSubstr("no command 'collect': there are devices, calibrate"));
    EXPECT_EQ(lines_in(run.errors), 1);
  }
  for (const char* command : {"predict", "explain", "select", "evaluate", "fit", "compare"}) {
    const auto run = run_clgauge({command, "a.cl", "--global", "1", "--model", ""});
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_THAT(run.errors, HasSubstr("--model: name a model or type an expression"));
  }
}

TEST(Command, OutputThatCannotBeWrittenIsAFailedRun) {
  const ChildResult full =
      run_child("/bin/sh", {"-c", clgauge_program() + " --version > /dev/full"}, "", {});
  EXPECT_EQ(full.exit_status, 1);
  EXPECT_EQ(full.errors.find("clgauge: cannot write the output"), 0U);
  EXPECT_EQ(lines_in(full.errors), 1);
}

TEST(Command, UsageErrorsAreOneLineThatSaysWhereToReadOn) {
  const auto says = [](const std::vector<std::string>& arguments, const std::string& line) {
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_EQ(run.output, "");
    EXPECT_THAT(run.errors, StartsWith("clgauge: " + line));
    EXPECT_THAT(run.errors, HasSubstr("; see clgauge "));
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
  };
  const auto observe = [&](const char* seconds, const std::string& line) {
    says({"observe", "a.cl", "--global", "1", "--seconds", seconds}, line);
  };
  says({}, "name a command: devices, calibrate, ");
  says({"microbench"}, "name a command: list, show, run; see clgauge microbench --help\n");
  says({"devices", "--no-such-option"}, "no option --no-such-option; see clgauge devices");
  says({"devices", "0"}, "nothing takes 0; see clgauge devices --help\n");
  says({"predict", "a.cl", "--globl", "1"}, "no option --globl; see clgauge predict --help\n");
  says({"--no-such-option"}, "no option --no-such-option; see clgauge --help\n");
  says({"devices", "--format", "jsn"}, "--format: jsn is neither table nor json; see clgauge dev");
  says({"calibrate", "--effort", "most"}, "--effort: most is none of quick, standard, full;");
  says({"calibrate", "--repeat", "0"}, "--repeat: 0 is no whole number from 1 to 100;");
  says({"predict", "a.cl"}, "--global is required; see clgauge predict --help\n");
  says({"predict", "a.cl", "--global"}, "--global: X[,Y[,Z]] is missing;");
  for (const char* number : {"-1", "0", "abc", "nan", "1e999", "1s"}) {
    observe(number, "--seconds: " + std::string(number) + " is no positive number;");
  }
  observe("", "--seconds: '' is no positive number;");
  says({"measure", "a.cl", "--global", "1", "--budget", "-1"}, "--budget: -1 is no positive");
  says({"select", "matmul", "--refine", "-1"}, "--refine: -1 is no number from 0 on;");
  says({"strip", "a.cl", "--include", "/nosuch"}, "--include: /nosuch is no folder;");
  says({"count", "a.cl", "--global", "1", "--include", "/nosuch"}, "--include: /nosuch is no fol");
}

TEST(Command, WordsOfOptionsMayBeInLettersOfEitherCase) {
  EXPECT_EQ(run_clgauge({"devices", "--format", "JSON"}).output,
            run_clgauge({"devices", "--format", "json"}).output);
}

}  // namespace
}  // namespace clgauge::cli
