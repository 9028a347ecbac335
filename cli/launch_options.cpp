#include "cli/launch_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/paths.h"
#include "cli/value_checks.h"

namespace clgauge::cli {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Hexadecimal numbers, and those from 2^63 on, as the signed number of the same bits in decimals:
// what an expression can be made of. Other text is left as it is.
std::string as_signed_decimal(const std::string& text) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const char* const first = text.data() + (is_hexadecimal ? 2 : 0);
  const char* const end = text.data() + text.size();
  std::uint64_t bits = 0;
  const auto [stopped, error] = std::from_chars(first, end, bits, is_hexadecimal ? 16 : 10);
  if (error != std::errc{} || stopped != end) {
    return text;
  }
  return std::to_string(static_cast<std::int64_t>(bits));
}

std::pair<std::string, std::string> split_arg(const std::string& arg) {
  const auto [name, value] = split_name_and_value("--arg", arg, "NAME=VALUE, for example n=1024");
  return {trimmed(name), as_signed_decimal(trimmed(value))};
}

// A number with a fraction or an exponent; integers and expressions are not reals.
std::optional<double> as_real(const std::string& text) {
  if (text.find_first_of(".eE") == std::string::npos) {
    return std::nullopt;
  }
  const bool has_suffix =
      text.find_first_of("xX") == std::string::npos && (text.back() == 'f' || text.back() == 'F');
  const std::string number = text.substr(0, text.size() - (has_suffix ? 1 : 0));
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  return end == number.c_str() + number.size() ? std::optional(value) : std::nullopt;
}

// "64.0" is as good a size as "64".
std::optional<std::string> as_integer(double value) {
  constexpr double kAllExact = 9007199254740992;  // 2^53
  if (value != std::floor(value) || std::fabs(value) > kAllExact) {
    return std::nullopt;
  }
  return std::to_string(static_cast<std::int64_t>(value));
}

// The values of a vector's lanes ("1,2.5"); none when the text is a single value.
std::vector<double> as_lanes(const std::string& arg, const std::string& text) {
  const std::vector<std::string> parts = split_expressions(text);
  std::vector<double> lanes;
  if (parts.size() < 2) {
    return lanes;
  }
  if (text.find('=') != std::string::npos) {
    throw Error(ErrorKind::usage,
                "--arg " + arg + ": one value an --arg: write --arg " +
                    fmt::format("{}", fmt::join(split_expressions(arg), " --arg ")));
  }
  for (const std::string& part : parts) {
    const auto number =
        as_real(part.find_first_of(".eE") == std::string::npos ? part + ".0" : part);
    if (!number) {
      throw Error(ErrorKind::usage,
                  "--arg " + arg + ": a vector's lanes are numbers, for example v=256,0.5");
    }
    lanes.push_back(*number);
  }
  return lanes;
}

}  // namespace

std::vector<std::string> split_expressions(const std::string& text) {
  std::vector<std::string> parts;
  if (trimmed(text).empty()) {
    return parts;
  }
  std::string part;
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.push_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  parts.push_back(trimmed(part));
  return parts;
}

std::pair<std::string, std::string> split_name_and_value(const std::string& option,
                                                         const std::string& text,
                                                         const std::string& form) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw Error(ErrorKind::usage, option + ' ' + text + ": write " + form);
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void LaunchOptions::add_to(CLI::App& command) {
  command.add_option("FILE", file_, "OpenCL C source")->required()->type_name("FILE.cl");
  command.add_option("--kernel", kernel_, "Kernel in FILE (needed when there are several)")
      ->type_name("NAME");
  command.add_option("--global", global_, "NDRange: 1 to 3 sizes, numbers or symbols (n,n/4)")
      ->required()
      ->type_name("X[,Y[,Z]]");
  command
      .add_option("--local", local_,
                  "Work-group size; default: reqd_work_group_size. Where a host passes NULL, the "
                  "driver chooses: try a few that divide the global size (64 or 256; 8,8 or 64,4)")
      ->type_name("X[,Y[,Z]]");
  command
      .add_option("--arg", args_,
                  "Value of a kernel argument (of a vector one a lane, or one for all; of a "
                  "structure one a member) or symbol; repeat for more")
      ->type_name("NAME=VALUE[,..]")
      ->allow_extra_args(false);
  command
      .add_option("--assume", assumptions_, "What holds of the symbols, such as n%16==0; repeat")
      ->type_name("CONDITION")
      ->allow_extra_args(false);
  command.add_option("--build-options", build_options_, "As for clBuildProgram: \"-DTS=16\"")
      ->type_name("OPTIONS");
  command
      .add_option("--include", include_directories_,
                  "Folder that #include may read, here and on the device (-I); repeat")
      ->type_name("DIR")
      ->transform(existing_folder())
      ->allow_extra_args(false);
}

collector::Source LaunchOptions::source() const {
  collector::Source source;
  source.text = read_file(file_);
  source.name = file_;
  source.options = build_options_;
  source.include_directories = include_directories_;
  return source;
}

collector::LaunchDescription LaunchOptions::launch() const {
  collector::LaunchDescription launch;
  launch.global = split_expressions(global_);
  launch.local = split_expressions(local_);
  launch.assumptions = assumptions_;
  std::set<std::string> given;
  for (const std::string& arg : args_) {
    const auto [name, value] = split_arg(arg);
    if (!given.insert(name).second) {
      throw Error(ErrorKind::usage, "--arg " + name + " is given twice: keep one");
    }
    if (const auto lanes = as_lanes(arg, value); !lanes.empty()) {
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (const auto integer = as_integer(lanes[lane])) {
          launch.args.emplace(collector::number_name(name, lane), *integer);
        }
      }
      continue;
    }
    const auto real = as_real(value);
    if (const auto integer = real ? as_integer(*real) : std::optional(value)) {
      launch.args.emplace(name, *integer);
    }
  }
  return launch;
}

std::map<std::string, std::vector<double>> LaunchOptions::vector_args() const {
  std::map<std::string, std::vector<double>> values;
  for (const std::string& arg : args_) {
    const auto [name, text] = split_arg(arg);
    if (auto lanes = as_lanes(arg, text); !lanes.empty()) {
      values.emplace(name, std::move(lanes));
    }
  }
  return values;
}

std::map<std::string, double> LaunchOptions::real_args() const {
  std::map<std::string, double> values;
  for (const std::string& arg : args_) {
    const auto [name, text] = split_arg(arg);
    if (const auto value = as_real(text)) {
      values.emplace(name, *value);
    }
  }
  return values;
}

}  // namespace clgauge::cli
