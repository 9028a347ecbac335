#include "collector/frontend/confined_files.h"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <memory>
#include <system_error>

#include "collector/frontend/embedded_headers.h"

namespace clgauge::collector {
namespace {

namespace fs = std::filesystem;
namespace vfs = llvm::vfs;

constexpr std::uintmax_t kLargestHeader = 16U << 20U;

class ConfinedFiles final : public vfs::FileSystem {
 public:
  explicit ConfinedFiles(const std::vector<fs::path>& folders)
      : embedded_(new vfs::InMemoryFileSystem), real_(vfs::createPhysicalFileSystem()) {
    embedded_->addFile(std::string(kResourceDirectory) + "/include/opencl-c-base.h", 0,
                       llvm::MemoryBuffer::getMemBuffer(
                           llvm::StringRef(kOpenclBaseHeader.data(), kOpenclBaseHeader.size()),
                           "opencl-c-base.h"));
    for (const fs::path& folder : folders) {
      std::error_code error;
      const fs::path canonical = fs::canonical(folder, error);
      if (!error) folders_.push_back(canonical);
    }
  }

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine& path) override {
    if (auto found = embedded_->status(path)) return found;
    const std::string real = permitted(path.str());
    if (real.empty()) return no_such_file();
    auto found = real_->status(real);
    if (!found) return no_such_file();
    return vfs::Status::copyWithNewName(*found, path);
  }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine& path) override {
    if (auto found = embedded_->openFileForRead(path)) return found;
    const std::string real = permitted(path.str());
    if (real.empty()) return no_such_file();
    // A device file or a pipe could block or never end; a huge file would only fill memory.
    std::error_code error;
    if (!fs::is_regular_file(real, error) || fs::file_size(real, error) > kLargestHeader) {
      return no_such_file();
    }
    return real_->openFileForRead(real);
  }

  vfs::directory_iterator dir_begin(const llvm::Twine& /*directory*/,
                                    std::error_code& error) override {
    error = no_such_file();
    return {};
  }

  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override { return "/"; }

  std::error_code setCurrentWorkingDirectory(const llvm::Twine& /*path*/) override {
    return std::make_error_code(std::errc::operation_not_permitted);
  }

 private:
  static std::error_code no_such_file() {
    return std::make_error_code(std::errc::no_such_file_or_directory);
  }

  // The file that `path` really names when it lies inside an allowed folder, else nothing.
  [[nodiscard]] std::string permitted(const std::string& path) const {
    std::error_code error;
    const fs::path real = fs::canonical(fs::path("/") / path, error);
    if (error) return {};
    const bool inside = std::any_of(folders_.begin(), folders_.end(), [&](const fs::path& folder) {
      return std::mismatch(folder.begin(), folder.end(), real.begin(), real.end()).first ==
             folder.end();
    });
    return inside ? real.string() : std::string();
  }

  llvm::IntrusiveRefCntPtr<vfs::InMemoryFileSystem> embedded_;
  std::unique_ptr<vfs::FileSystem> real_;
  std::vector<fs::path> folders_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem> confined_files(const std::vector<fs::path>& folders) {
  return llvm::IntrusiveRefCntPtr<vfs::FileSystem>(new ConfinedFiles(folders));
}

}  // namespace clgauge::collector
