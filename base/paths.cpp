#include "base/paths.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <ios>
#include <vector>

#include "base/error.h"

namespace clgauge {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostFileBytes = std::size_t{1} << 30U;  // of a source, an object, an export

std::filesystem::path xdg_directory(const char* variable, const char* below_home) {
  if (const char* value = std::getenv(variable); value != nullptr && value[0] == '/') {
    return std::filesystem::path(value) / "clgauge";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] == '\0') {
    throw Error(ErrorKind::usage, std::string("neither $") + variable +
                                      " nor $HOME is set: set one so that clgauge can keep files");
  }
  return std::filesystem::path(home) / below_home / "clgauge";
}

}  // namespace

std::filesystem::path user_store_path() {
  if (const char* value = std::getenv("CLGAUGE_DB"); value != nullptr && value[0] != '\0') {
    return value;
  }
  return xdg_directory("XDG_DATA_HOME", ".local/share") / "clgauge.db";
}

std::filesystem::path daemon_socket_path() {
  if (const char* value = std::getenv("CLGAUGE_SOCKET"); value != nullptr && value[0] != '\0') {
    return value;
  }
  if (const char* value = std::getenv("XDG_RUNTIME_DIR"); value != nullptr && value[0] == '/') {
    return std::filesystem::path(value) / "clgauge" / "clgauged.sock";
  }
  return "/tmp/clgauge-" + std::to_string(::getuid()) + "/clgauged.sock";
}

std::filesystem::path cache_directory() { return xdg_directory("XDG_CACHE_HOME", ".cache"); }

std::string read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Error(ErrorKind::input, path.string() + " is a folder: name a file");
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    throw Error(ErrorKind::input,
                "cannot read " + path.string() + ": check that it exists and is readable");
  }
  std::string content;
  std::vector<char> block(kBlockBytes);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
    content.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (content.size() > kMostFileBytes) {
      throw Error(ErrorKind::input, path.string() + " has more than a gigabyte: name another file");
    }
  }
  return content;
}

void write_file_atomically(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::path beside = path;
  beside += ".new" + std::to_string(::getpid());
  {
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    out << content;
    out.flush();
    if (!out) {
      std::error_code ignored;
      std::filesystem::remove(beside, ignored);
      throw Error(ErrorKind::input, "cannot write " + path.string() +
                                        ": check the folder's permissions and the free space");
    }
  }
  std::filesystem::rename(beside, path);
}

}  // namespace clgauge
