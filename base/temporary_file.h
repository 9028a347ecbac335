#pragma once

#include <filesystem>
#include <fstream>

namespace clgauge {

// A file for this process alone, without a name, so that it is gone whatever ends the process.
// Movable; not thread-safe.
class TemporaryFile {
 public:
  // In `folder`, else where the system keeps temporary files. Throws Error(store).
  explicit TemporaryFile(const std::filesystem::path& folder = {});

  // For reading and writing; says by its state when the disk is full.
  [[nodiscard]] std::fstream& stream() noexcept { return stream_; }

 private:
  std::fstream stream_;
};

}  // namespace clgauge
