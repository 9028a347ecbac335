#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.h"

namespace clgauge {
namespace {

int open_lock(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) {
    throw Error(ErrorKind::store, "cannot make " + path.string() + " (" + std::strerror(errno) +
                                      "): check that its folder exists and is yours to write");
  }
  return descriptor;
}

}  // namespace

std::optional<FileLock> FileLock::try_take(const std::filesystem::path& path,
                                           const std::string& note) {
  FileLock lock(open_lock(path));
  if (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    return std::nullopt;
  }
  const std::string text = std::to_string(::getpid()) + "\n" + note + "\n";
  if (::ftruncate(lock.descriptor_, 0) != 0 || ::pwrite(lock.descriptor_, text.data(), text.size(),
                                                        0) != static_cast<ssize_t>(text.size())) {
    throw Error(ErrorKind::store, "cannot write " + path.string() + ": check the free space");
  }
  return lock;
}

std::optional<FileLock> FileLock::try_share(const std::filesystem::path& path) {
  FileLock lock(open_lock(path));
  if (::flock(lock.descriptor_, LOCK_SH | LOCK_NB) != 0) {
    return std::nullopt;
  }
  return lock;
}

std::optional<FileLock::Owner> FileLock::owner(const std::filesystem::path& path) {
  std::ifstream in(path);
  Owner owner;
  if (!(in >> owner.pid)) {
    return std::nullopt;
  }
  in.ignore();
  std::getline(in, owner.note);
  return owner;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

}  // namespace clgauge
