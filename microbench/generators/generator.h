#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "microbench/generators/micro_kernel.h"

namespace clgauge::microbench {

// One value for each of a generator's parameters.
class Choice {
 public:
  explicit Choice(std::map<std::string, std::string> values) : values_(std::move(values)) {}

  [[nodiscard]] const std::string& text(const std::string& key) const;
  [[nodiscard]] std::int64_t integer(const std::string& key) const;
  [[nodiscard]] const std::map<std::string, std::string>& values() const { return values_; }

 private:
  std::map<std::string, std::string> values_;
};

struct Parameter {
  std::string key;
  std::vector<std::string> values;    // what a filter that does not restrict the key gets
  bool any_positive_integer = false;  // a filter may also ask for values that are not in the list
};

// A family of measurement kernels: the Cartesian product of its parameters.
struct Generator {
  std::string name;
  std::string summary;         // one line, for `clgauge microbench list`
  std::set<std::string> tags;  // its name among them; bare words of a filter choose by these
  std::vector<Parameter> parameters;
  // The kernel for one choice; nothing when the combination does not exist (a square root of
  // integers, say).
  std::function<std::optional<MicroKernel>(const Choice&)> make;
};

// All there are, in the order in which people would explain them.
[[nodiscard]] const std::vector<Generator>& generators();

}  // namespace clgauge::microbench
