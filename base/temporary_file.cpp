#include "base/temporary_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "base/error.h"

namespace clgauge {

TemporaryFile::TemporaryFile(const std::filesystem::path& folder) {
  std::error_code unknown;
  const std::filesystem::path place =
      folder.empty() ? std::filesystem::temp_directory_path(unknown) : folder;
  std::string name = (place / ".clgauge-XXXXXX").string();
  const int descriptor = unknown ? -1 : ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor >= 0) {
    ::close(descriptor);
    stream_.open(name, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
    ::unlink(name.c_str());
  }
  if (!stream_.is_open()) {
    throw Error(ErrorKind::store, "cannot make a temporary file in " + place.string() + " (" +
                                      std::strerror(errno) + "): check the free space, or TMPDIR");
  }
}

}  // namespace clgauge
