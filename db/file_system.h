#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace clgauge::db {

// The name of the network file system that holds `path` (an existing file or folder): "NFS",
// "SMB", "fuse.sshfs"; nothing when the file system is local or cannot be told. Thread-safe.
[[nodiscard]] std::optional<std::string> network_file_system(const std::filesystem::path& path);

// The same from what the kernel says: statfs()'s f_type, and the type that the mount table gives
// for the device ("" when unknown), which tells apart what hides behind FUSE.
[[nodiscard]] std::optional<std::string> network_file_system(std::uint64_t magic,
                                                             const std::string& mount_type);

}  // namespace clgauge::db
