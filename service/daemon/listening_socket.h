#pragma once

#include <filesystem>
#include <optional>

#include "base/file_lock.h"

namespace clgauge::service {

// The socket that clients connect to: systemd's, when it passes one (sd_listen_fds(3)), else one of
// our own at `path`, mode 0600 in a folder of mode 0700. A socket that a dead daemon left is
// replaced. Removes its own file when it goes. Movable; not thread-safe.
class ListeningSocket {
 public:
  // Throws Error(usage) when a daemon or any other program listens at `path`, when something that
  // is no socket is there or the path is too long for one, Error(store) when it cannot be made.
  [[nodiscard]] static ListeningSocket acquire(const std::filesystem::path& path);

  ListeningSocket(ListeningSocket&& other) noexcept;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  ~ListeningSocket();

  // Where clients find it.
  [[nodiscard]] std::filesystem::path path() const;

  // Gives the descriptor away: the caller closes it.
  [[nodiscard]] int release() noexcept;

 private:
  ListeningSocket(int descriptor, std::filesystem::path path, std::optional<FileLock> lock);
  int descriptor_;
  std::filesystem::path own_path_;  // empty: systemd's
  std::optional<FileLock> lock_;
};

}  // namespace clgauge::service
