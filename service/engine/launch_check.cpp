#include "service/engine/launch_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace clgauge::service {
namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void add_names_in(std::string_view text, std::set<std::string>& names) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (is_in_name(text[at])) {
      end = static_cast<std::size_t>(
          std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_in_name) -
          text.begin());
      if (begins_name(text[at])) {
        names.emplace(text.substr(at, end - at));
      }
    }
    at = end;
  }
}

// Levenshtein's.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = i;
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string nearest_first(const std::string& typed, const std::set<std::string>& names) {
  std::vector<std::string> sorted(names.begin(), names.end());
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return distance(typed, a) < distance(typed, b);
  });
  return sorted.empty() ? "none" : fmt::format("{}", fmt::join(sorted, ", "));
}

bool is_buffer(const collector::Parameter& parameter) {
  return parameter.kind == "global" || parameter.kind == "constant" || parameter.kind == "local";
}

const collector::Parameter* parameter_named(const collector::KernelModel& model,
                                            const std::string& name) {
  const auto parameter =
      std::find_if(model.parameters.begin(), model.parameters.end(),
                   [&](const collector::Parameter& one) { return one.name == name; });
  return parameter == model.parameters.end() ? nullptr : &*parameter;
}

// "4 int32, float32": what a structure holds, in order.
std::string listed(const std::vector<collector::Member>& members) {
  std::vector<std::string> texts;
  texts.reserve(members.size());
  for (const collector::Member& member : members) {
    texts.push_back(member.count == 1 ? member.dtype
                                      : fmt::format("{} {}", member.count, member.dtype));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

// Of a vector one a lane, of a structure one a number, else a single one.
std::size_t values_of(const collector::Parameter& parameter) {
  return parameter.members.empty() ? static_cast<std::size_t>(parameter.lanes)
                                   : collector::numbers_in(parameter);
}

void check_number_of_values(const collector::KernelModel& model, const std::string& name,
                            std::size_t given) {
  const collector::Parameter* parameter = parameter_named(model, name);
  const std::size_t has = parameter == nullptr ? 1 : values_of(*parameter);
  if (given == has) return;
  if (parameter != nullptr && !parameter->members.empty()) {
    throw Error(ErrorKind::usage,
                fmt::format("--arg {0}: {0} is a structure of {1}: give {2} value{3}, or one for "
                            "all",
                            name, listed(parameter->members), has, has == 1 ? "" : "s"));
  }
  throw Error(ErrorKind::usage,
              has == 1
                  ? fmt::format("--arg {0}: {0} takes one value, not {1}", name, given)
                  : fmt::format("--arg {0}: {0} is a vector of {1}: give {1} values, or one for "
                                "all lanes",
                                name, has));
}

// The numbers of vectors and structures by value that have names of their own.
void add_number_names(const collector::Parameter& parameter, std::set<std::string>& names) {
  if (parameter.kind != "scalar" || (parameter.lanes == 1 && parameter.members.empty())) {
    return;
  }
  for (std::size_t index = 0; index < values_of(parameter); ++index) {
    names.insert(collector::number_name(parameter.name, index));
  }
}

}  // namespace

void check_launch(const collector::KernelModel& model, const collector::LaunchDescription& launch,
                  const std::map<std::string, double>& real_args,
                  const std::map<std::string, std::vector<double>>& vector_args,
                  const std::map<std::string, std::string>& buffer_sizes) {
  std::set<std::string> buffers;
  std::set<std::string> reals;
  std::set<std::string> values;
  std::set<std::string> numbers;
  for (const collector::Parameter& parameter : model.parameters) {
    add_number_names(parameter, numbers);
    (is_buffer(parameter) ? buffers : values).insert(parameter.name);
    const bool holds_reals = std::any_of(
        parameter.members.begin(), parameter.members.end(),
        [](const collector::Member& member) { return collector::is_floating(member.dtype); });
    if (collector::is_floating(parameter.dtype) || holds_reals) {
      reals.insert(parameter.name);
    }
  }
  for (const auto* texts : {&launch.global, &launch.local, &launch.assumptions}) {
    for (const std::string& text : *texts) {
      add_names_in(text, values);
    }
  }
  for (const auto* texts : {&launch.args, &buffer_sizes}) {
    for (const auto& [name, text] : *texts) {
      add_names_in(text, values);
    }
  }
  const auto check_value = [&](const std::string& name) {
    if (buffers.count(name) > 0) {
      throw Error(
          ErrorKind::usage,
          fmt::format(
              "--arg {0}: {0} of {1} is a buffer and has no value: leave it out, or give "
              "its size, --buffer {0}=BYTES, or what it holds, --content {0}=1,2,.., to the "
              "commands that take them",
              name, model.kernel));
    }
    if (values.count(name) == 0) {
      throw Error(ErrorKind::usage,
                  fmt::format("--arg {}: {} has no such argument, and the launch no such symbol: "
                              "there are {}",
                              name, model.kernel, nearest_first(name, values)));
    }
  };
  const auto check_fraction = [&](const std::string& name, double value) {
    if (reals.count(name) == 0 && value != std::floor(value)) {
      throw Error(ErrorKind::usage, fmt::format("--arg {0}={1}: {0} is an integer", name, value));
    }
  };
  for (const auto& [name, value] : real_args) {
    check_value(name);
    check_fraction(name, value);
  }
  for (const auto& [name, lanes] : vector_args) {
    check_value(name);
    check_number_of_values(model, name, lanes.size());
    for (const double value : lanes) {
      check_fraction(name, value);
    }
  }
  for (const auto& [name, text] : launch.args) {
    if (numbers.count(name) == 0) {
      check_value(name);
    }
  }
  for (const auto& [name, size] : buffer_sizes) {
    check_is_buffer(model, "--buffer", name);
  }
}

void check_is_buffer(const collector::KernelModel& model, const std::string& option,
                     const std::string& name) {
  std::set<std::string> buffers;
  for (const collector::Parameter& parameter : model.parameters) {
    if (is_buffer(parameter)) {
      buffers.insert(parameter.name);
    }
  }
  if (buffers.count(name) == 0) {
    throw Error(ErrorKind::usage, fmt::format("{} {}: {} has no such buffer: there are {}", option,
                                              name, model.kernel, nearest_first(name, buffers)));
  }
}

void check_sizes(const collector::KernelModel& model, const collector::Bindings& bindings) {
  for (std::size_t d = 0; d < model.global_size.size(); ++d) {
    const auto global = model.global_size[d].evaluate(bindings);
    const auto local = model.local_size.at(d).evaluate(bindings);
    if (global && local && *local > 0 && *global % *local != 0) {
      throw Error(ErrorKind::input,
                  fmt::format("the global size {} is not a multiple of the local size {}: the next "
                              "one is {}",
                              *global, *local, (*global / *local + 1) * *local));
    }
  }
}

}  // namespace clgauge::service
