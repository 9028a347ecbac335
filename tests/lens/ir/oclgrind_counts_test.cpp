// LLVM IR walked group by group, against Oclgrind, which runs every kernel of kernels/ and counts
// what it executes (--inst-counts): two interpreters that share nothing but Clang's front end.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>

#include "base/child_process.h"
#include "base/error.h"
#include "ir_case.h"
#include "kernel_jobs.h"
#include "lens/evaluate/refusal.h"

namespace clgauge::lens {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOclgrind = "/usr/bin/oclgrind-kernel";
constexpr double kMostSeconds = 60;  // Oclgrind interprets; longer launches are left out

// Executions and bytes by what Oclgrind calls an instruction: "fadd", "load global", ...
struct Executed {
  double count = 0;
  double bytes = 0;
};
using Histogram = std::map<std::string, Executed>;

std::string sizes_text(const std::array<std::uint64_t, 3>& sizes) {
  return std::to_string(sizes[0]) + " " + std::to_string(sizes[1]) + " " +
         std::to_string(sizes[2]) + "\n";
}

// A launch in the form that oclgrind-kernel reads: scalars byte by byte, buffers of zeros.
std::string simulation(const KernelJob& job) {
  std::ostringstream text;
  text << "kernel.cl\n"
       << job.kernel << "\n"
       << sizes_text(job.launch.global) << sizes_text(job.launch.local);
  for (const EvaluatedArgument& argument : job.launch.arguments) {
    if (argument.kind == EvaluatedArgument::Kind::scalar) {
      text << "<size=" << argument.value.size() << " uchar>\n";
      for (const std::uint8_t byte : argument.value) text << static_cast<unsigned>(byte) << ' ';
      text << '\n';
    } else if (argument.kind == EvaluatedArgument::Kind::local) {
      text << "<size=" << argument.size_bytes << ">\n";
    } else {
      text << "<size=" << argument.size_bytes << " fill=0 uchar>\n";
    }
  }
  return text.str();
}

Histogram read_histogram(const std::string& output) {
  static const std::regex line(R"(^\s*([\d,]+) - (.*?)(?: \(([\d,]+) bytes\))?$)");
  const auto number = [](std::string digits) {
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    return digits.empty() ? 0 : std::stod(digits);
  };
  Histogram histogram;
  std::istringstream lines(output);
  for (std::string text; std::getline(lines, text);) {
    std::smatch found;
    if (std::regex_match(text, found, line)) {
      histogram[found[2]] = {number(found[1]), number(found[3])};
    }
  }
  return histogram;
}

// Nothing where Oclgrind takes too long or cannot run the kernel.
Histogram executed(const KernelJob& job, const fs::path& folder) {
  std::ofstream(folder / "kernel.cl") << job.text;
  std::ofstream(folder / "launch.sim") << simulation(job);
  const ChildResult child = run_child("/bin/sh",
                                      {"-c",
                                       "cd '" + folder.string() + "' && exec " + kOclgrind +
                                           " --inst-counts --build-options \"$0\" launch.sim",
                                       job.options + " -cl-opt-disable"},
                                      "", {kMostSeconds, 0});
  return child.timed_out ? Histogram{} : read_histogram(child.output);
}

double count_of(const Histogram& histogram, const std::string& name) {
  const auto found = histogram.find(name);
  return found == histogram.end() ? 0 : found->second.count;
}

// Of global memory; vload8 and its kin are functions to Oclgrind.
double bytes_of(const Histogram& histogram, const std::string& direction) {
  static const std::regex vector(R"(call _Z\d+v(load|store)(\d+).*PU3AS1K?([a-z])\(\))");
  static const std::map<std::string, double> sizes = {{"f", 4}, {"d", 8}, {"i", 4}, {"j", 4}};
  double bytes = 0;
  for (const auto& [name, executed] : histogram) {
    std::smatch found;
    if (name == direction + " global" || name == direction + " constant") {
      bytes += executed.bytes;
    } else if (std::regex_match(name, found, vector) && found[1] == direction) {
      bytes += executed.count * std::stod(found[2]) * sizes.at(found[3]);
    }
  }
  return bytes;
}

// Of a function of mathematics on scalars.
double calls_of(const Histogram& histogram, const std::string& function) {
  const std::string mangled = "call _Z" + std::to_string(function.size()) + function;
  return count_of(histogram, mangled + "f()") + count_of(histogram, mangled + "d()");
}

struct Pair {
  std::string what;
  double walked = 0;
  double run = 0;
};

std::vector<Pair> pairs(const ItemOperations& walked, const Histogram& run) {
  std::vector<Pair> all = {{"bytes loaded", walked.global_bytes_loaded, bytes_of(run, "load")},
                           {"bytes stored", walked.global_bytes_stored, bytes_of(run, "store")},
                           {"local accesses", walked.local_accesses,
                            count_of(run, "load local") + count_of(run, "store local")},
                           {"barriers", walked.barriers, count_of(run, "call _Z7barrierj()")}};
  for (const char* function : {"exp", "log", "sin", "cos", "sqrt", "rsqrt"}) {
    const auto calls = walked.calls.find(function);
    all.push_back(
        {function, calls == walked.calls.end() ? 0 : calls->second, calls_of(run, function)});
  }
  return all;
}

TEST(OclgrindCounts, OfEveryKernelOfTheTree) {
  if (!fs::exists(kOclgrind)) {
    GTEST_SKIP() << "oclgrind is not installed";
  }
  const fs::path folder =
      fs::temp_directory_path() / ("clgauge-oclgrind-" + std::to_string(getpid()));
  fs::create_directories(folder);
  int launches = 0;
  int counts = 0;
  std::string refused;
  std::string not_run;
  for (const KernelJob& job : kernel_jobs(20261122)) {
    const bool is_of_the_tree = job.name.find('/') != std::string::npos;
    if (!is_of_the_tree) {
      continue;
    }
    collector::Source source;
    source.text = job.text;
    source.options = job.options;
    const IrKernel kernel = ir_of(source, job.kernel);
    ItemOperations walked;
    try {
      walked = all_groups(kernel, job.launch);
    } catch (const Refusal& refusal) {
      refused += " " + job.kernel + " (" + name_of(refusal.why()) + ")";
      continue;
    }
    const Histogram run = executed(job, folder);
    if (run.empty()) {
      not_run += " " + job.kernel;
      continue;
    }
    ++launches;
    const bool copies_structures = std::any_of(run.begin(), run.end(), [](const auto& entry) {
      return entry.first.starts_with("call llvm.memcpy");
    });
    for (const Pair& pair : pairs(walked, run)) {
      counts += pair.walked > 0 ? 1 : 0;
      // A structure is copied by memcpy, whose bytes Oclgrind does not count.
      const bool is_part = copies_structures && pair.what.starts_with("bytes ");
      EXPECT_TRUE(pair.walked == pair.run || (is_part && pair.walked > pair.run))
          << pair.walked << " walked, " << pair.run << " run: " << job.name << " " << job.options
          << " " << pair.what;
    }
  }
  fs::remove_all(folder);
  std::cout << launches << " launches, " << counts << " counts; refused:" << refused
            << "; not run by Oclgrind:" << not_run << "\n";
  EXPECT_GT(launches, 30);
}

}  // namespace
}  // namespace clgauge::lens
