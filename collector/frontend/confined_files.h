#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <filesystem>
#include <string>
#include <vector>

namespace clgauge::collector {

// Where the embedded headers appear; no real file can be reached under this name.
inline constexpr const char* kResourceDirectory = "/clgauge-resources";

// The file system that the compiler sees: the embedded headers, and the regular files below the
// given folders. Everything else does not exist, whether named by an absolute path, through ".."
// or through a symbolic link that leaves the folders. Source text may come from strangers.
[[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> confined_files(
    const std::vector<std::filesystem::path>& folders);

}  // namespace clgauge::collector
