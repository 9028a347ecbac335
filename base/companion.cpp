#include "base/companion.h"

#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "base/error.h"

namespace clgauge {

std::filesystem::path find_companion(const std::string& program, const char* variable,
                                     const std::string& build_folder) {
  std::vector<std::filesystem::path> places;
  if (const char* value = std::getenv(variable); value != nullptr && value[0] != '\0') {
    places.emplace_back(value);
  } else {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    places = {folder / program, folder / ".." / "libexec" / "clgauge" / program};
    // A build tree has one folder a room; tests stand one level deeper.
    places.push_back(folder / ".." / build_folder / program);
    places.push_back(folder / ".." / ".." / build_folder / program);
  }
  std::string tried;
  for (const auto& place : places) {
    if (::access(place.c_str(), X_OK) == 0) {
      return place.lexically_normal();
    }
    tried += (tried.empty() ? "" : ", ") + place.lexically_normal().string();
  }
  throw Error(ErrorKind::usage, "cannot find the program " + program + " (looked at " + tried +
                                    "): install clgauge whole, or set " + variable);
}

}  // namespace clgauge
