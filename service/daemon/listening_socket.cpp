#include "service/daemon/listening_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "base/error.h"

namespace clgauge::service {
namespace {

constexpr int kFirstPassedDescriptor = 3;  // SD_LISTEN_FDS_START
constexpr int kBacklog = 1024;

std::string reason() { return std::strerror(errno); }

std::optional<int> passed_by_systemd() {
  const char* pid = std::getenv("LISTEN_PID");
  const char* count = std::getenv("LISTEN_FDS");
  if (pid == nullptr || count == nullptr || std::to_string(::getpid()) != pid) {
    return std::nullopt;
  }
  if (std::string(count) != "1") {
    throw Error(ErrorKind::usage, std::string("systemd passes ") + count +
                                      " sockets: clgauged.socket must name exactly one");
  }
  ::fcntl(kFirstPassedDescriptor, F_SETFD, FD_CLOEXEC);
  return kFirstPassedDescriptor;
}

void make_private_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder.parent_path(), error);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    throw Error(ErrorKind::store, "cannot make " + folder.string() + ": " + reason());
  }
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    throw Error(ErrorKind::store, folder.string() + " is no folder: set CLGAUGE_SOCKET");
  }
  // In /tmp somebody else may have made it first.
  if (status.st_uid != ::getuid() || (status.st_mode & 022U) != 0) {
    throw Error(
        ErrorKind::store,
        folder.string() +
            " can be written by others: choose a socket in a folder of your own (CLGAUGE_SOCKET)");
  }
}

sockaddr_un address_of(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string text = path.string();
  if (text.size() >= sizeof(address.sun_path)) {
    throw Error(ErrorKind::usage, text + " is too long for a Unix socket (" +
                                      std::to_string(sizeof(address.sun_path) - 1) +
                                      " bytes): set CLGAUGE_SOCKET");
  }
  std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
  return address;
}

// Makes room at `path`: a socket that nobody listens at any more was left by whoever is dead. We
// hold the lock, but only other daemons take it.
void remove_left_behind(const std::filesystem::path& path, const sockaddr_un& address) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    return;
  }
  if (!S_ISSOCK(status.st_mode)) {
    throw Error(ErrorKind::usage, path.string() +
                                      " is there and is no socket: choose another place (--socket, "
                                      "CLGAUGE_SOCKET), or remove it");
  }
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const bool answers =
      descriptor >= 0 && (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address),
                                    sizeof(address)) == 0 ||
                          errno == EAGAIN);  // its backlog is full
  if (descriptor >= 0) {
    ::close(descriptor);
  }
  if (answers) {
    throw Error(ErrorKind::usage, "another program listens at " + path.string() +
                                      ": stop it first or choose another place (--socket, "
                                      "CLGAUGE_SOCKET)");
  }
  ::unlink(path.c_str());
}

int bind_and_listen(const std::filesystem::path& path) {
  const sockaddr_un address = address_of(path);
  remove_left_behind(path, address);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) {
    throw Error(ErrorKind::store, "cannot make a socket: " + reason());
  }
  const mode_t before = ::umask(0177);
  const bool bound =
      ::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  const std::string why = reason();
  ::umask(before);
  if (!bound || ::listen(descriptor, kBacklog) != 0) {
    ::close(descriptor);
    throw Error(ErrorKind::store, "cannot listen at " + path.string() + ": " + why);
  }
  return descriptor;
}

}  // namespace

ListeningSocket ListeningSocket::acquire(const std::filesystem::path& at) {
  if (const auto descriptor = passed_by_systemd()) {
    return {*descriptor, {}, std::nullopt};
  }
  const std::filesystem::path path = std::filesystem::absolute(at);
  (void)address_of(path);  // a path that is too long leaves nothing behind
  make_private_folder(path.parent_path());
  std::filesystem::path lock_path = path;
  lock_path += ".lock";
  auto lock = FileLock::try_take(lock_path);
  if (!lock) {
    const auto owner = FileLock::owner(lock_path);
    throw Error(ErrorKind::usage,
                "clgauged runs already" +
                    (owner ? " (process " + std::to_string(owner->pid) + ")" : "") + " at " +
                    path.string() + ": stop it first or set CLGAUGE_SOCKET");
  }
  return {bind_and_listen(path), path, std::move(lock)};
}

ListeningSocket::ListeningSocket(int descriptor, std::filesystem::path path,
                                 std::optional<FileLock> lock)
    : descriptor_(descriptor), own_path_(std::move(path)), lock_(std::move(lock)) {}

ListeningSocket::ListeningSocket(ListeningSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      own_path_(std::exchange(other.own_path_, {})),
      lock_(std::move(other.lock_)) {}

ListeningSocket::~ListeningSocket() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
  if (!own_path_.empty()) {
    ::unlink(own_path_.c_str());
  }
}

std::filesystem::path ListeningSocket::path() const {
  sockaddr_un address{};
  socklen_t size = sizeof(address);
  if (!own_path_.empty() ||
      ::getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
      address.sun_path[0] == '\0') {
    return std::filesystem::absolute(own_path_);
  }
  return address.sun_path;
}

int ListeningSocket::release() noexcept { return std::exchange(descriptor_, -1); }

}  // namespace clgauge::service
