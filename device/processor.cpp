#include "device/processor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace clgauge::device {

std::string processor_field(const std::string& field) {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const auto name_end = line.find_last_not_of(" \t", line.find(':') - 1);
    if (line.compare(0, name_end + 1, field) == 0) {
      const auto start = line.find_first_not_of(" \t", line.find(':') + 1);
      return start == std::string::npos ? std::string() : line.substr(start);
    }
  }
  return {};
}

std::string with_generation(const std::string& name, const std::string& family,
                            const std::string& model) {
  const std::string before_clock = name.substr(0, name.find('@'));
  const bool has_number =
      std::any_of(before_clock.begin(), before_clock.end(),
                  [](unsigned char character) { return std::isdigit(character) != 0; });
  return has_number || family.empty() || model.empty()
             ? name
             : fmt::format("{} (family {}, model {})", name, family, model);
}

}  // namespace clgauge::device
