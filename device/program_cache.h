#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "device/device.h"

namespace clgauge::device {

// Program binaries on disk, one file each, safe to share between processes: written beside and
// renamed, and checked by a hash when read, so that a torn, truncated or altered file is a miss.
// A cache that cannot be written costs compile time and nothing else: no call throws for it.
class ProgramCache {
 public:
  // Keeps the files below `folder`, and removes the oldest when they exceed `most_bytes` together.
  explicit ProgramCache(std::filesystem::path folder, std::uint64_t most_bytes = 512ULL << 20U);

  // In cache_directory()/programs; off where neither XDG_CACHE_HOME nor HOME says where that is.
  [[nodiscard]] static ProgramCache of_user();

  // Names what the compiled program depends on: source, options, device, driver and the driver's
  // environment variables. Nothing for a source that includes files, whose content is not known.
  [[nodiscard]] static std::optional<std::string> key(const std::string& source,
                                                      const std::string& options,
                                                      const Identity& identity);

  [[nodiscard]] std::optional<std::string> load(const std::string& key) const;
  void store(const std::string& key, const std::string& binary) const;
  void remove(const std::string& key) const;

  [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;

 private:
  ProgramCache() = default;
  void remove_oldest() const;

  std::filesystem::path folder_;  // empty: off
  std::uint64_t most_bytes_ = 0;
};

}  // namespace clgauge::device
