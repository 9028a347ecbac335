#pragma once

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

namespace clgauge::service {

// Which file a daemon keeps, whatever path leads to it: member "store_file" of `version`, device
// and inode. Null when there is no such file. Thread-safe.
[[nodiscard]] nlohmann::json store_identity(const std::filesystem::path& store_path);

// Whether the daemon that answered `version` so keeps this very file.
[[nodiscard]] bool keeps_this_file(const nlohmann::json& version,
                                   const std::filesystem::path& store_path);

}  // namespace clgauge::service
