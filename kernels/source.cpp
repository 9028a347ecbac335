#include "kernels/source.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/paths.h"
#include "kernels/embedded_sources.h"

namespace clgauge::kernels {

std::string source_text(const std::string& file) {
  if (const char* folder = std::getenv("CLGAUGE_KERNELS"); folder != nullptr && *folder != '\0') {
    return read_file(std::filesystem::path(folder) / file);
  }
  std::error_code failed;
  const auto executable = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    const auto installed = executable.parent_path() / ".." / "share" / "clgauge" / "kernels" / file;
    if (std::filesystem::is_regular_file(installed, failed)) {
      return read_file(installed);
    }
  }
  const auto& embedded = embedded_sources();
  const auto found = embedded.find(file);
  if (found == embedded.end()) {
    throw Error(ErrorKind::input,
                "no kernel file " + file + ": set CLGAUGE_KERNELS to the folder that holds it");
  }
  return std::string(found->second);
}

}  // namespace clgauge::kernels
