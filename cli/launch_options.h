#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>

#include "collector/kernel/launch.h"
#include "collector/source.h"

namespace clgauge::cli {

// The launch description that count, predict, explain and measure share.
class LaunchOptions {
 public:
  // Adds FILE.cl, --kernel, --global, --local, --arg, --assume, --build-options and --include.
  void add_to(CLI::App& command);

  // Reads the file. Throws Error(input) when it cannot be read.
  [[nodiscard]] collector::Source source() const;
  // The integer arguments and symbols; those written as reals ("0.5", "1e3") are real_args(), and
  // whole ones both; several values ("256,256") are vector_args().
  [[nodiscard]] collector::LaunchDescription launch() const;
  [[nodiscard]] std::map<std::string, double> real_args() const;
  [[nodiscard]] std::map<std::string, std::vector<double>> vector_args() const;
  [[nodiscard]] const std::string& kernel() const { return kernel_; }

 private:
  std::string file_;
  std::string kernel_;
  std::string global_;
  std::string local_;
  std::vector<std::string> args_;
  std::vector<std::string> assumptions_;
  std::string build_options_;
  std::vector<std::string> include_directories_;
};

// "48, 2*(n+1)" -> {"48", "2*(n+1)"}: splits at commas outside parentheses, trims blanks.
[[nodiscard]] std::vector<std::string> split_expressions(const std::string& text);

// "n=1024" -> {"n", "1024"}: what `option` was given, split at the first "=". Throws Error(usage)
// that says to write `form` ("NAME=VALUE, for example n=1024") where either side is empty.
[[nodiscard]] std::pair<std::string, std::string> split_name_and_value(const std::string& option,
                                                                       const std::string& text,
                                                                       const std::string& form);

}  // namespace clgauge::cli
