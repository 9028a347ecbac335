// The command as a shell sees it: exit status, stdout, stderr.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string kernel_file(const std::string& name) {
  return std::string(CLGAUGE_SOURCE_DIR) + "/tests/collector/kernels/" + name;
}

std::ptrdiff_t lines_in(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

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

TEST(Command, LanesOfAVectorAreSizes) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "lanes.cl";
  std::ofstream(file) << "kernel void k(global float* a, int4 c) {\n"
                         "  for (int i = get_local_id(0); i < c.y; i += 16) a[i] = 1; }\n";
  const auto count = [&](const std::string& arg) {
    return run_clgauge({"count", file.string(), "--global", "16", "--local", "16", "--arg", arg,
                        "--format", "json"});
  };
  for (const char* arg : {"c=1,1000,2,3", "c=1000", "c.s1=1000"}) {
    const auto run = count(arg);
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    const auto report = nlohmann::json::parse(run.output);
    EXPECT_EQ(report.at("arrays").at(0).at("footprint").at("value"), 1000) << arg;
  }
  EXPECT_THAT(count("c.s4=1000").errors, HasSubstr("no such argument"));
  EXPECT_THAT(count("c=1,2").errors, HasSubstr("a vector of 4"));
}

TEST(Command, CountFollowsTheContract) {
  const auto run = run_clgauge({"count", kernel_file("matmul_tiled.cl"), "--global", "n,n", "--arg",
                                "n=48", "--assume", "n%16==0", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_EQ(report.at("kernel"), "matmul_tiled");
  EXPECT_EQ(report.at("groups").at("value"), 9);
  bool found = false;
  for (const auto& op : report.at("ops")) {
    if (op.at("op") == "madd" && op.at("dtype") == "float32") {
      found = true;
      EXPECT_EQ(op.at("value"), 48 * 48 * 48);
      EXPECT_EQ(op.at("per_item"), "n");
      EXPECT_EQ(op.at("flag"), "exact");
    }
  }
  EXPECT_TRUE(found) << run.output;
  for (const auto& array : report.at("arrays")) {
    if (array.at("space") == "global") {
      EXPECT_EQ(array.at("footprint").at("value"), 48 * 48);
    }
  }
  EXPECT_EQ(report.at("sync").at(0).at("kind"), "barrier_local");
}

TEST(Command, CountTakesTheCommandLineOfPredict) {
  const std::vector<std::string> plain = {
      "count", kernel_file("matmul_naive.cl"), "--arg", "n=48", "--local", "16,16", "--global",
      "n,n"};
  const auto with = [&](const std::vector<std::string>& more) {
    auto arguments = plain;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_clgauge(arguments);
  };
  const auto pasted =
      with({"--buffer", "a=4*n*n", "--content", "b=1,2", "--device", "0", "--model", "lens"});
  ASSERT_EQ(pasted.exit_status, 0) << pasted.errors;
  EXPECT_EQ(pasted.output, with({}).output);
  EXPECT_THAT(with({"--buffer", "d=64"}).errors, HasSubstr("no such buffer: there are"));
  EXPECT_THAT(with({"--content", "n=1"}).errors, HasSubstr("no such buffer: there are"));
  EXPECT_THAT(run_clgauge({"count", "--help"}).output, HasSubstr("not used"));
}

TEST(Command, CountLeavesUnknownSizesOpen) {
  const auto run = run_clgauge({"count", kernel_file("matmul_naive.cl"), "--global", "n,n",
                                "--local", "16,16", "--assume", "n%16==0", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_TRUE(nlohmann::json::parse(run.output).at("groups").at("value").is_null());
}

TEST(Command, CompilerDiagnosticsReachTheUser) {
  const auto file = test_store().parent_path() / "broken.cl";
  write_file_atomically(file,
                        "__kernel void k(__global float *a) {\n  a[0] = undefined_thing;\n}\n");
  const auto run = run_clgauge({"count", file.string(), "--global", "4", "--local", "4"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_THAT(run.errors, HasSubstr("broken.cl:2:10"));
  EXPECT_THAT(run.errors, HasSubstr("^"));
}

TEST(Command, IncludeReachesAnalysisDeviceAndIr) {
  const auto folder = test_store().parent_path() / "some headers";
  std::filesystem::create_directories(folder);
  const auto file = test_store().parent_path() / "includes.cl";
  write_file_atomically(file,
                        "#include \"factor.h\"\n__kernel void k(__global float* a) {\n"
                        "  for (int i = 0; i < FACTOR; ++i) a[get_global_id(0)] *= 3;\n}\n");
  const auto run = [&](const std::string& command, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {command,   file.string(), "--global", "n",
                                          "--local", "64",          "--arg",    "n=128"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_clgauge(arguments);
  };
  const auto without = run("count", {});
  EXPECT_EQ(without.exit_status, 2);
  EXPECT_THAT(without.errors, HasSubstr("--include"));
  for (const char* factor : {"3", "40"}) {  // what the store keeps is not what the header was
    write_file_atomically(folder / "factor.h", std::string("#define FACTOR ") + factor + "\n");
    const auto measured = run("measure", {"--include", folder.string(), "--budget", "0.05"});
    EXPECT_EQ(measured.exit_status, 0) << measured.errors;
    const auto looked =
        run("look", {"--include", folder.string(), "--code", "ir", "--format", "json"});
    ASSERT_EQ(looked.exit_status, 0) << looked.errors;
    const auto features = nlohmann::json::parse(looked.output).at("features");
    EXPECT_EQ(features.at("f_lens_ir_float32"),
              features.at("f_lens_ir_groups").get<double>() * 64 * std::stoi(factor));
  }
}

TEST(Command, SourcesNeedNotBeUtf8) {
  const auto file = test_store().parent_path() / "latin1.cl";
  write_file_atomically(file, "// \xe9t\xe9\n__kernel void k(__global float *a) { a[0] = 1; }\n");
  for (int time = 0; time < 2; ++time) {  // collected, then from the cache
    const auto run = run_clgauge({"count", file.string(), "--global", "4", "--local", "4"});
    EXPECT_EQ(run.exit_status, 0) << run.errors;
  }
  EXPECT_EQ(run_clgauge({"strip", file.string()}).exit_status, 0);
  write_file_atomically(file, std::string("\0\xff\xfe\x80 kernel", 11));
  const auto garbage = run_clgauge({"count", file.string(), "--global", "4", "--local", "4"});
  EXPECT_EQ(garbage.exit_status, 2) << garbage.errors;
  EXPECT_THAT(garbage.errors, HasSubstr("latin1.cl:1:"));
}

TEST(Command, InputErrorsAreOneLineThatNamesTheMend) {
  const auto missing = run_clgauge({"count", "/no/such.cl", "--global", "4"});
  EXPECT_EQ(missing.exit_status, 2);
  EXPECT_EQ(lines_in(missing.errors), 1) << missing.errors;
  const auto kernel = run_clgauge({"count", kernel_file("matmul_naive.cl"), "--kernel", "nothing",
                                   "--global", "16,16", "--local", "16,16"});
  EXPECT_EQ(kernel.exit_status, 2);
  EXPECT_THAT(kernel.errors, HasSubstr("matmul_naive"));
  const auto arg = run_clgauge({"count", kernel_file("matmul_naive.cl"), "--global", "16,16",
                                "--local", "16,16", "--arg", "n"});
  EXPECT_EQ(arg.exit_status, 2);
  EXPECT_EQ(lines_in(arg.errors), 1) << arg.errors;
}

TEST(Command, SourcesWithoutTheKernelAreNamed) {
  const auto errors_of = [](const char* command, const std::string& text) {
    const auto file = test_store().parent_path() / "which.cl";
    write_file_atomically(file, text);
    std::vector<std::string> arguments = {command, file.string()};
    if (command != std::string("strip")) {
      arguments.insert(arguments.end(), {"--global", "4", "--local", "4"});
    }
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
    return run.errors;
  };
  for (const char* command : {"count", "strip"}) {
    EXPECT_THAT(errors_of(command, "int f();\n"), HasSubstr("/which.cl holds no kernel"));
    EXPECT_THAT(errors_of(command, "kernel void f() {}\nkernel void g() {}\n"),
                HasSubstr("/which.cl holds several kernels: name one with --kernel: f, g"));
  }
}

TEST(Command, NamesThatNothingUsesAreRefused) {
  const auto file = test_store().parent_path() / "names.cl";
  write_file_atomically(file,
                        "__kernel void axpy(__global float* y, float alpha, int n) {\n"
                        "  if (get_global_id(0) < n) y[get_global_id(0)] *= alpha;\n}\n");
  const auto measure = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"measure", file.string(), "--global", "m",
                                          "--local", "64",          "--budget", "0.02"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_clgauge(arguments);
  };
  const auto says = [&](const std::vector<std::string>& more, const std::string& words) {
    const auto run = measure(more);
    EXPECT_EQ(run.exit_status, 2) << words;
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(words));
  };
  const std::vector<std::string> good = {"--arg", "m=64.0", "--arg", "n=64", "--arg", "alpha=2"};
  EXPECT_EQ(measure(good).exit_status, 0) << measure(good).errors;
  const auto with = [&](const char* option, const char* text) {
    auto arguments = good;
    arguments.insert(arguments.end(), {option, text});
    return arguments;
  };
  says(with("--arg", "alhpa=1"), "there are alpha, ");
  says(with("--arg", "y=1"), "--buffer y=BYTES");
  says(with("--arg", "n=65"), "given twice");
  says(with("--buffer", "x=64"), "there are y");
  says(with("--buffer", "n=64"), "there are y");
  says(with("--buffer", "y=4*q"), "add --arg q=VALUE");
  says(with("--buffer", "y=n-m"), "must be positive");
  says({"--arg", "m=64", "--arg", "n=64.5"}, "n is an integer");
  EXPECT_EQ(measure(with("--buffer", "y=4*n*2")).exit_status, 0);
  const auto count =
      run_clgauge({"count", file.string(), "--global", "m", "--local", "64", "--arg", "alhpa=1"});
  EXPECT_EQ(count.exit_status, 2);
}

TEST(Command, WhatIsMissingIsNamedAtOnce) {
  const auto file = test_store().parent_path() / "missing.cl";
  write_file_atomically(
      file,
      "__kernel void swap(__global float* to, __global const float* from, int points, int deep) {\n"
      "  const int t = get_global_id(0);\n"
      "  for (int i = 0; i < deep; ++i) to[i * points + t] = from[t * deep + i];\n}\n"
      "__kernel void jump(__global float* to, __global const int* at, __global float* from) {\n"
      "  const int t = get_global_id(0);\n  to[at[t]] = from[at[t]];\n}\n"
      "__kernel void chase(__global float* to, __global const int* at) {\n"
      "  for (int i = 0; i < at[0]; ++i) to[i] = i;\n}\n");
  const auto errors_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"measure", file.string(), "--global",
                                          "n",       "--local",     "64"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
    return run.errors;
  };
  EXPECT_THAT(errors_of({"--kernel", "swap"}),
              HasSubstr("add --arg deep=VALUE --arg n=VALUE --arg points=VALUE"));
  EXPECT_THAT(errors_of({"--kernel", "swap", "--arg", "n=64", "--arg", "points=64"}),
              HasSubstr("add --arg deep=VALUE"));
  EXPECT_THAT(errors_of({"--kernel", "jump", "--arg", "n=64"}),
              HasSubstr("add --buffer to=BYTES --buffer from=BYTES"));
  // How often the loop runs has a name, which is nobody's to give a value to.
  const std::string chased = errors_of({"--kernel", "chase", "--arg", "n=64"});
  EXPECT_THAT(chased, HasSubstr("add --buffer to=BYTES"));
  EXPECT_THAT(chased, testing::Not(HasSubstr("@")));
}

TEST(Command, VectorsTakeAValueALaneOrOneForAll) {
  const auto file = test_store().parent_path() / "vectors.cl";
  write_file_atomically(file,
                        "__kernel void v(__global float* a, uint2 dims, double3 s) {\n"
                        "  const int i = get_global_id(0);\n"
                        "  for (int k = 0; k < dims.y; ++k) a[i] *= s.z;\n}\n");
  const auto run = [&](const char* command, std::vector<std::string> more) {
    more.insert(more.begin(),
                {command, file.string(), "--global", "64", "--local", "64", "--format", "json"});
    return run_clgauge(more);
  };
  const auto measured =
      run("measure", {"--arg", "dims=3,5", "--arg", "s=1,2,1", "--budget", "0.02"});
  EXPECT_EQ(measured.exit_status, 0) << measured.errors;
  const auto instructions = [&](const char* dims) {
    const auto look = run("look", {"--arg", dims, "--arg", "s=1", "--code", "compiled"});
    EXPECT_EQ(look.exit_status, 0) << look.errors;
    return nlohmann::json::parse(look.output)
        .at("features")
        .at("f_lens_instructions")
        .get<double>();
  };
  EXPECT_GT(instructions("dims=3,5000"), 10 * instructions("dims=5000,3"));
  EXPECT_EQ(instructions("dims=3"), instructions("dims=3,3"));
  const auto wrong = run("measure", {"--arg", "dims=1,2,3"});
  EXPECT_EQ(wrong.exit_status, 2);
  EXPECT_THAT(wrong.errors, HasSubstr("dims is a vector of 2"));
  EXPECT_THAT(run("measure", {"--arg", "dims=1.5,2"}).errors, HasSubstr("dims is an integer"));
}

TEST(Command, StructuresTakeAValueANumber) {
  const auto file = test_store().parent_path() / "structures.cl";
  write_file_atomically(file,
                        "typedef struct { int n; float2 scale; } box;\n"
                        "__kernel void s(__global float* a, box b) {\n"
                        "  const int i = get_global_id(0);\n"
                        "  for (int k = 0; k < b.n; ++k) a[i] *= b.scale.y;\n}\n");
  const auto run = [&](const char* command, std::vector<std::string> more) {
    more.insert(more.begin(), {command, file.string(), "--kernel", "s", "--global", "64", "--local",
                               "64", "--format", "json"});
    return run_clgauge(more);
  };
  const auto measured = run("measure", {"--arg", "b=3,0.5,1", "--budget", "0.02"});
  EXPECT_EQ(measured.exit_status, 0) << measured.errors;
  const auto instructions = [&](const char* box) {
    const auto look = run("look", {"--arg", box, "--code", "compiled"});
    EXPECT_EQ(look.exit_status, 0) << look.errors;
    return nlohmann::json::parse(look.output)
        .at("features")
        .at("f_lens_instructions")
        .get<double>();
  };
  EXPECT_GT(instructions("b=5000,1,1"), 10 * instructions("b=3,1,1"));
  const auto missing = run("measure", {});
  EXPECT_EQ(missing.exit_status, 2);
  EXPECT_THAT(missing.errors, HasSubstr("--arg b=VALUE,..,VALUE (a structure of 3 numbers)"));
  const auto wrong = run("measure", {"--arg", "b=3,0.5"});
  EXPECT_EQ(wrong.exit_status, 2);
  EXPECT_THAT(wrong.errors, HasSubstr("b is a structure of int32, 2 float32: give 3 values"));
}

TEST(Command, AnAnswerSaysWhyABetterOneCannotBeHad) {
  const auto file = test_store().parent_path() / "jump.cl";
  write_file_atomically(file,
                        "__kernel void jump(__global float* to, __global const int* from) {\n"
                        "  const int i = get_global_id(0);\n"
                        "  to[from[i]] = i;\n}\n");
  const auto run = [&](const std::vector<std::string>& arguments) {
    ::setenv("CLGAUGE_DB", (test_store().parent_path() / "recorded.db").c_str(), 1);
    return run_child(clgauge_program(), arguments, "", {});
  };
  const auto imported =
      run({"import", CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json"});
  ASSERT_EQ(imported.exit_status, 0) << imported.errors;
  ::setenv("CLGAUGE_DEVICE_AS", "a5127395b96e348b", 1);  // its id
  const std::vector<std::string> question = {"predict",  file.string(), "--global", "4096",
                                             "--local",  "64",          "--buffer", "to=16384",
                                             "--buffer", "from=16384",  "--format"};
  for (const std::string format : {"json", "table"}) {
    std::vector<std::string> arguments = question;
    arguments.push_back(format);
    const auto answer = run(arguments);
    EXPECT_EQ(answer.exit_status, 0) << answer.errors;
    const std::string why = "model source answers, for ";
    const auto at = answer.errors.find(why);
    EXPECT_NE(at, std::string::npos) << answer.errors;
    EXPECT_EQ(answer.errors.find(why, at + 1), std::string::npos) << answer.errors;
    if (format == "json") {
      EXPECT_THAT(nlohmann::json::parse(answer.output).at("notes").at(0).get<std::string>(),
                  HasSubstr(why));
    }
  }
  ::unsetenv("CLGAUGE_DEVICE_AS");
}

TEST(Command, AnEmptyValueIsNoOtherWord) {
  const auto run =
      run_clgauge({"count", kernel_file("matmul_naive.cl"), "--build-options=", "--global", "n,n",
                   "--local", "16,16", "--format", "json"});
  EXPECT_EQ(run.exit_status, 0) << run.errors;
}

TEST(Command, SeveralValuesInOneArgAreToldApart) {
  const auto run = run_clgauge({"count", kernel_file("matmul_naive.cl"), "--global", "n,n",
                                "--local", "16,16", "--arg", "n=64,m=5"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("write --arg n=64 --arg m=5"));
}

TEST(Command, DevicesFollowTheContract) {
  const auto run = run_clgauge({"devices", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto devices = nlohmann::json::parse(run.output);
  ASSERT_FALSE(devices.empty());
  for (const char* member : {"id", "index", "name", "vendor", "platform", "driver", "type",
                             "compute_units", "global_bytes", "calibrated"}) {
    EXPECT_TRUE(devices.at(0).contains(member)) << member;
  }
  EXPECT_EQ(devices.at(0).at("calibrated"), false);
}

TEST(Command, PredictingWithoutACalibrationSaysWhatToDo) {
  const auto run = run_clgauge({"predict", kernel_file("matmul_naive.cl"), "--global", "16,16",
                                "--local", "16,16", "--arg", "n=16"});
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("clgauge calibrate"));
}

TEST(Command, MeasureFollowsTheContract) {
  const auto run = run_clgauge({"measure", kernel_file("matmul_naive.cl"), "--global", "48,48",
                                "--local", "16,16", "--arg", "n=48", "--format", "json"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_EQ(report.at("kernel"), "matmul_naive");
  EXPECT_EQ(report.at("status"), "ok");
  EXPECT_GT(report.at("seconds").get<double>(), 0);
  EXPECT_LE(report.at("min_seconds").get<double>(), report.at("seconds").get<double>());
  EXPECT_LE(report.at("interval").at(0).get<double>(), report.at("interval").at(1).get<double>());
  EXPECT_GE(report.at("samples").get<int>(), 7);
}

TEST(Command, MeasureSaysWhichBuffersHoldZeros) {
  const auto file = test_store().parent_path() / "zeros.cl";
  write_file_atomically(file,
                        "typedef struct { float x; int y; } pair;\n"
                        "__kernel void jump(__global float* to, __global const int* at,\n"
                        "                   __global const pair* p, __global int* out) {\n"
                        "  const int t = get_global_id(0);\n"
                        "  to[t] = to[at[t]] + p[t].x;\n  out[t] = t;\n}\n"
                        "__kernel void follow(__global const pair* p, __global float* to) {\n"
                        "  to[p[get_global_id(0)].y] = 1;\n}\n"
                        "__kernel void plain(__global int* a) { a[get_global_id(0)] += 1; }\n");
  const auto run = [&](const char* kernel) {
    return run_clgauge({"measure", file.string(), "--kernel", kernel, "--global", "64", "--local",
                        "64", "--budget", "0.02", "--buffer",
                        kernel == std::string("plain") ? "a=256" : "to=4*64"});
  };
  EXPECT_THAT(run("jump").errors, HasSubstr("clgauge: `at` is filled with zeros"));
  EXPECT_THAT(run("follow").errors, HasSubstr("the integers of `p` are filled with zeros"));
  EXPECT_THAT(run("plain").errors, testing::Not(HasSubstr("zeros")));
}

TEST(Command, ContentsOfBuffersCanBeGiven) {
  const auto file = test_store().parent_path() / "rounds.cl";
  write_file_atomically(file,
                        "typedef struct { int n; float x; } pair;\n"
                        "__kernel void rounds(__global const long* n, __global const pair* p,\n"
                        "                     __global float* out) {\n"
                        "  float s = 0;\n"
                        "  for (long i = 0; i < n[1] * p[1].n; ++i) s = sin(s + p[0].x);\n"
                        "  out[get_global_id(0)] = s;\n}\n");
  const auto seconds = [&](const std::string& n, const std::string& p) {
    const auto run = run_clgauge({"measure", file.string(), "--global", "64", "--local", "64",
                                  "--budget", "0.02", "--content", n, "--content", p, "--buffer",
                                  "out=256", "--format", "json"});
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    return run.exit_status == 0 ? nlohmann::json::parse(run.output).at("seconds").get<double>() : 0;
  };
  const auto bytes = test_store().parent_path() / "n.bin";
  write_file_atomically(bytes, std::string("\1\0\0\0\0\0\0\0\xe8\3\0\0\0\0\0\0", 16));
  const double once = seconds("n=1000,1", "p=5,0.5,1,0.25");
  EXPECT_GT(seconds("n=1,1000", "p=5,0.5,10,0.25"), 100 * once);
  EXPECT_GT(seconds("n=@" + bytes.string(), "p=5,0.5,10,0.25"), 100 * once);
  const auto errors_of = [&](const std::string& content) {
    const auto run = run_clgauge({"measure", file.string(), "--global", "64", "--local", "64",
                                  "--buffer", "out=256", "--buffer", "p=64", "--content", content});
    EXPECT_NE(run.exit_status, 0);
    return run.errors;
  };
  EXPECT_THAT(errors_of("n=1,x"), HasSubstr("'x' is no number"));
  EXPECT_THAT(errors_of("m=1"), HasSubstr("--content m: rounds has no such buffer"));
  EXPECT_THAT(errors_of("p=1,2,3"), HasSubstr("a structure has 2 numbers, not 3"));
  EXPECT_THAT(errors_of("n=@/nonexistent"), HasSubstr("/nonexistent"));
  EXPECT_THAT(errors_of("n=0,1e30"), HasSubstr("--content n: 1e+30 does not fit the 64-bit int"));
  EXPECT_THAT(errors_of("n=0.5"), HasSubstr("0.5 does not fit the 64-bit integers of n"));
  EXPECT_THAT(errors_of("p=5e9,0.5"),
              HasSubstr("5000000000 does not fit the 32-bit integers of p"));
}

TEST(Command, ContentsMayBeUnsigned) {
  const auto file = test_store().parent_path() / "unsigned_rounds.cl";
  write_file_atomically(file,
                        "__kernel void rounds(__global const uint* n, __global uint* out) {\n"
                        "  uint s = 0;\n"
                        "  for (uint i = 4294967290u; i < n[0]; ++i) s += n[i & 1];\n"
                        "  out[get_global_id(0)] = s;\n}\n");
  const auto instructions = [&](const std::string& n) {
    const auto run =
        run_clgauge({"look", file.string(), "--global", "64", "--local", "64", "--content", n,
                     "--buffer", "out=256", "--code", "compiled", "--format", "json"});
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    return nlohmann::json::parse(run.output).at("features").at("f_lens_instructions").get<double>();
  };
  EXPECT_GT(instructions("n=4294967295,7"), instructions("n=4294967290,7"));
  EXPECT_EQ(instructions("n=-1,7"), instructions("n=4294967295,7"));
}

TEST(Command, SymbolsMayHideThatGroupsDoNotDivideTheRange) {
  const auto run = run_clgauge({"measure", kernel_file("matmul_naive.cl"), "--global", "n/3,n",
                                "--local", "16,16", "--arg", "n=256"});
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("the global size 85 is not a multiple of the local size 16: "
                                    "the next one is 96"));
}

TEST(Command, ArgumentsMayBeUnsignedOrHexadecimal) {
  const auto file = test_store().parent_path() / "unsigned.cl";
  write_file_atomically(file,
                        "__kernel void mix(__global ulong* x, ulong seed, uint n) {\n"
                        "  const int i = get_global_id(0);\n"
                        "  for (uint k = 0; k < n; ++k) x[i] ^= seed + k;\n}\n");
  const auto count = [&](const char* seed, const char* n) {
    return run_clgauge({"count", file.string(), "--global", "64", "--local", "64", "--arg", seed,
                        "--arg", n, "--format", "json"});
  };
  const auto plain = count("seed=7", "n=30");
  ASSERT_EQ(plain.exit_status, 0) << plain.errors;
  for (const char* seed : {"seed=11400714819323198485", "seed=0x9e3779b97f4a7c15",
                           "seed=18446744073709551615", "seed=-1"}) {
    EXPECT_EQ(count(seed, "n=0x1e").output, plain.output) << seed;
  }
  EXPECT_EQ(count("seed=18446744073709551616", "n=30").exit_status, 2);
}

// A few bytes too few: malloc's own rounding holds them.
TEST(Command, MeasureSaysThatAKernelGoesBeyondItsBuffer) {
  const auto file = test_store().parent_path() / "beyond.cl";
  write_file_atomically(file,
                        "__kernel void plain(__global int* a) { a[get_global_id(0)] += 1; }\n");
  const auto run = [&](const char* size) {
    return run_clgauge({"measure", file.string(), "--global", "64", "--local", "64", "--budget",
                        "0.02", "--buffer", size})
        .errors;
  };
  EXPECT_THAT(run("a=252"), HasSubstr("reaches 256 bytes into a, beyond the 252 that --buffer"));
  EXPECT_THAT(run("a=256"), testing::Not(HasSubstr("beyond")));
}

TEST(Command, MeasureSaysWhatItCannotMake) {
  const auto file = test_store().parent_path() / "image.cl";
  write_file_atomically(file,
                        "__kernel void show(read_only image2d_t im, __global float4* out) {\n"
                        "  out[get_global_id(0)] = read_imagef(im, (int2)(0, 0));\n}\n");
  const auto run = run_clgauge({"measure", file.string(), "--global", "64", "--local", "64"});
  EXPECT_THAT(run.errors, HasSubstr("argument im of show is an image (image2d_t), which clgauge"));
}

TEST(Command, LooksAtTheIrOfAnyDevice) {
  const std::vector<std::string> common = {"look",     kernel_file("matmul_naive.cl"),
                                           "--global", "n,n",
                                           "--local",  "16,16",
                                           "--arg",    "n=64",
                                           "--code",   "ir",
                                           "--format"};
  auto arguments = common;
  arguments.emplace_back("json");
  const auto run = run_clgauge(arguments);
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const auto report = nlohmann::json::parse(run.output);
  EXPECT_EQ(report.at("code"), "ir");
  EXPECT_EQ(report.at("refusal"), "");
  const auto& features = report.at("features");
  const double groups = features.at("f_lens_ir_groups");
  EXPECT_EQ(features.at("f_lens_ir_float32"), groups * 256 * 64);
  EXPECT_EQ(features.at("f_lens_ir_global_bytes_loaded"), groups * 256 * 64 * 2 * 4);
  // Again, from the store.
  EXPECT_EQ(nlohmann::json::parse(run_clgauge(arguments).output).at("features"), features);
  arguments.back() = "table";
  EXPECT_THAT(run_clgauge(arguments).output, HasSubstr("f_lens_ir_float32"));
}

TEST(Command, LookingRefusesByLine) {
  const auto run = run_clgauge({"look", kernel_file("datadep.cl"), "--kernel", "mandel", "--global",
                                "32,32", "--local", "16,16", "--arg", "maxit=4", "--code", "ir"});
  EXPECT_EQ(run.exit_status, 2) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("mandel: data-dependent branch: the branch in line 12"));
}

TEST(Command, LookingRefusesByTheArgumentsName) {
  const auto file = test_store().parent_path() / "jump.cl";
  write_file_atomically(file,
                        "__kernel void jump(__global float* to, __global const int* keys) {\n"
                        "  to[get_global_id(0)] = to[keys[get_global_id(0)]];\n}\n");
  const auto run = run_clgauge({"look", file.string(), "--global", "64", "--local", "64",
                                "--buffer", "to=256", "--code", "compiled"});
  EXPECT_EQ(run.exit_status, 2) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("the buffer of argument `keys`"));
}

TEST(Command, StoresAndFilesThatAreNoneAreNamed) {
  const auto errors_of = [](const std::vector<std::string>& arguments) {
    const auto run = run_clgauge(arguments);
    EXPECT_EQ(run.exit_status, 2) << run.errors;
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(lines_in(run.errors), 1) << run.errors;
    return run.errors;
  };
  const std::string merged = errors_of({"merge", kernel_file("matmul_naive.cl")});
  EXPECT_THAT(merged, HasSubstr("matmul_naive.cl is no store: name another clgauge.db"));
  EXPECT_THAT(merged, testing::Not(HasSubstr("CLGAUGE_DB")));
  const auto empty = test_store().parent_path() / "empty.json";
  write_file_atomically(empty, "{}");
  EXPECT_THAT(errors_of({"import", empty.string()}), HasSubstr("/empty.json: the file is neither"));
  EXPECT_THAT(errors_of({"export", "--device-id", "nosuch"}),
              HasSubstr("the store knows no device nosuch: "));
  EXPECT_THAT(errors_of({"merge", test_store().string(), "--device-id", "nosuch"}),
              HasSubstr("the store knows no device nosuch: "));
}

TEST(Command, ComparesDevicesThatAreNotHere) {
  for (const char* recorded : {"pocl-3.1-epyc-2core", "intel-2026-epyc-2core"}) {
    const auto file = std::string(CLGAUGE_SOURCE_DIR) + "/data/devices/" + recorded + ".json";
    ASSERT_EQ(run_clgauge({"import", file}).exit_status, 0);
  }
  const auto compared = run_clgauge({"compare", "Portable", "Intel", "--format", "json"});
  ASSERT_EQ(compared.exit_status, 0) << compared.errors;
  const auto report = nlohmann::json::parse(compared.output);
  ASSERT_EQ(report.at("devices").size(), 2U);
  ASSERT_FALSE(report.at("costs").empty());
  for (const auto& cost : report.at("costs")) {
    const auto& ratio = cost.at("ratios").at(1);
    const double expected =
        cost.at("seconds").at(1).get<double>() / cost.at("seconds").at(0).get<double>();
    EXPECT_NEAR(ratio.at("ratio").get<double>(), expected, 1e-9 * expected);
    EXPECT_LE(ratio.at("interval").at(0).get<double>(), expected);
    EXPECT_GE(ratio.at("interval").at(1).get<double>(), expected);
    EXPECT_EQ(cost.at("ratios").at(0).at("ratio"), 1.0);
  }
  EXPECT_GE(report.at("generators").size(), 5U);
  EXPECT_GE(report.at("families").size(), 5U);

  const auto backwards = nlohmann::json::parse(
      run_clgauge({"compare", "Intel", "Portable", "--format", "json"}).output);
  const auto first_ratio = [](const nlohmann::json& of) {
    return of.at("generators").at(0).at("ratios").at(1).at("ratio").get<double>();
  };
  EXPECT_NEAR(first_ratio(report) * first_ratio(backwards), 1, 1e-9);

  EXPECT_EQ(run_clgauge({"compare", "Intel"}).exit_status, 2);
  EXPECT_EQ(run_clgauge({"compare", "Intel", "Intel"}).exit_status, 2);
  EXPECT_EQ(run_clgauge({"compare", "Intel", "nobody"}).exit_status, 2);
}

}  // namespace
}  // namespace clgauge::cli
