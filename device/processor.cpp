#include "device/processor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace clgauge::device {

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
