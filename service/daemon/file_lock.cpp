#include "service/daemon/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "base/error.h"

namespace clgauge::service {

std::optional<FileLock> FileLock::try_take(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) {
    throw Error(ErrorKind::store, "cannot make " + path.string() +
                                      ": check that its folder exists and is yours to write");
  }
  FileLock lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return std::nullopt;
  }
  const std::string pid = std::to_string(::getpid()) + "\n";
  if (::ftruncate(descriptor, 0) != 0 ||
      ::pwrite(descriptor, pid.data(), pid.size(), 0) != static_cast<ssize_t>(pid.size())) {
    throw Error(ErrorKind::store, "cannot write " + path.string() + ": check the free space");
  }
  return lock;
}

std::optional<long> FileLock::owner(const std::filesystem::path& path) {
  std::ifstream in(path);
  long pid = 0;
  if (!(in >> pid)) {
    return std::nullopt;
  }
  return pid;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

}  // namespace clgauge::service
