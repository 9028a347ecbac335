#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace clgauge {

// An advisory lock (flock) on a file of its own. The kernel drops it with the process, however that
// ends, so it is never stale. Held exclusively by one, or shared by any number. Movable; not
// thread-safe; two of one process exclude each other like those of two processes.
class FileLock {
 public:
  // Who holds, or last held, a lock exclusively: for messages, and to find it.
  struct Owner {
    long pid = 0;
    std::string note;
  };

  // Nothing when somebody else holds the lock. `note` (one line) is kept in the file beside the
  // process id. Throws Error(store) when the file cannot be made.
  [[nodiscard]] static std::optional<FileLock> try_take(const std::filesystem::path& path,
                                                        const std::string& note = {});
  // Nothing when somebody holds the lock exclusively. Same errors.
  [[nodiscard]] static std::optional<FileLock> try_share(const std::filesystem::path& path);
  // What the file says; nothing when it says nothing.
  [[nodiscard]] static std::optional<Owner> owner(const std::filesystem::path& path);

  FileLock(FileLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace clgauge
