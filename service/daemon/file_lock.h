#pragma once

#include <filesystem>
#include <optional>

namespace clgauge::service {

// An advisory lock (flock) on a file of its own, which holds the owner's process id for people to
// read. The kernel drops it with the process, however that ends, so it is never stale. Movable; not
// thread-safe.
class FileLock {
 public:
  // Nothing when another process holds it. Throws Error(store) when the file cannot be made.
  [[nodiscard]] static std::optional<FileLock> try_take(const std::filesystem::path& path);
  // The process id written in the file; nothing when there is none.
  [[nodiscard]] static std::optional<long> owner(const std::filesystem::path& path);

  FileLock(FileLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace clgauge::service
