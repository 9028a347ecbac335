#include "device/program_cache.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/paths.h"

namespace clgauge::device {
namespace {

// File: this line, the content's hash, a line end, the driver's binary. A new layout gets a new
// line.
constexpr std::string_view kHeader = "clgauge program 1\n";
constexpr std::size_t kHashDigits = 32;
constexpr std::size_t kPrefixBytes = kHeader.size() + kHashDigits + 1;

}  // namespace

ProgramCache::ProgramCache(std::filesystem::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {}

ProgramCache ProgramCache::of_user() {
  try {
    return ProgramCache(cache_directory() / "programs");
  } catch (const Error&) {
    return {};
  }
}

std::optional<std::string> ProgramCache::key(const std::string& source, const std::string& options,
                                             const Identity& identity) {
  if (source.find("#include") != std::string::npos ||
      source.find("# include") != std::string::npos) {
    return std::nullopt;
  }
  std::string environment;
  for (const auto& [name, value] : provenance()) {
    if (name.rfind("env:", 0) == 0) {
      environment += hash_of({name, value});
    }
  }
  return hash_of({source, options, identity.id, identity.driver, identity.platform_version,
                  identity.name, environment});
}

std::filesystem::path ProgramCache::file_of(const std::string& key) const {
  return folder_ / key.substr(0, 2) / (key + ".bin");
}

std::optional<std::string> ProgramCache::load(const std::string& key) const {
  if (folder_.empty()) {
    return std::nullopt;
  }
  std::string file;
  try {
    file = read_file(file_of(key));
  } catch (const Error&) {
    return std::nullopt;
  }
  if (file.size() <= kPrefixBytes || file.compare(0, kHeader.size(), kHeader) != 0 ||
      file[kPrefixBytes - 1] != '\n') {
    return std::nullopt;
  }
  std::string binary = file.substr(kPrefixBytes);
  if (file.compare(kHeader.size(), kHashDigits, hash_of({key, binary})) != 0) {
    return std::nullopt;
  }
  return binary;
}

void ProgramCache::store(const std::string& key, const std::string& binary) const {
  if (folder_.empty() || binary.empty()) {
    return;
  }
  try {
    const auto file = file_of(key);
    std::filesystem::create_directories(file.parent_path());
    std::string content(kHeader);
    content += hash_of({key, binary}) + "\n" + binary;
    write_file_atomically(file, content);
    remove_oldest();
  } catch (const std::exception&) {
    return;  // no space, no permission, or another process renamed first: the program runs anyway
  }
}

void ProgramCache::remove(const std::string& key) const {
  if (!folder_.empty()) {
    std::error_code ignored;
    std::filesystem::remove(file_of(key), ignored);
  }
}

void ProgramCache::remove_oldest() const {
  struct Entry {
    std::filesystem::file_time_type written;
    std::uint64_t bytes;
    std::filesystem::path path;
  };
  std::vector<Entry> entries;
  std::uint64_t total_bytes = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_, ignored)) {
    std::error_code gone;
    if (entry.is_regular_file(gone)) {
      const std::uint64_t bytes = entry.file_size(gone);
      if (!gone) {
        entries.push_back({entry.last_write_time(gone), bytes, entry.path()});
        total_bytes += bytes;
      }
    }
  }
  if (total_bytes <= most_bytes_) {
    return;
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.written < b.written; });
  for (const Entry& entry : entries) {
    if (total_bytes <= most_bytes_) {
      return;
    }
    std::filesystem::remove(entry.path, ignored);
    total_bytes -= entry.bytes;
  }
}

}  // namespace clgauge::device
