#include "base/compiler_log.h"

#include <sstream>

namespace clgauge {
namespace {

std::string trimmed(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) {
    return {};
  }
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// "Compilation failed", "Compilation started": what is known already.
bool says_little(const std::string& line) {
  return line.rfind("Compilation ", 0) == 0 || line.rfind("Build ", 0) == 0;
}

}  // namespace

std::string reason_in_log(const std::string& log) {
  std::string first;
  std::string telling;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    line = trimmed(line);
    if (line.find("error") != std::string::npos) {
      return line;
    }
    if (first.empty()) {
      first = line;
    }
    if (telling.empty() && !says_little(line)) {
      telling = line;
    }
  }
  return telling.empty() ? first : telling;
}

}  // namespace clgauge
