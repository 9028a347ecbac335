#include "microbench/worker/include_options.h"

#include <cstdlib>
#include <system_error>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

namespace fs = std::filesystem;

bool needs_no_quotes(const std::string& folder) {
  return folder.find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./") ==
         std::string::npos;
}

}  // namespace

IncludeOptions::IncludeOptions(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    text_ += " -I " + (needs_no_quotes(folder) ? folder : linked(folder));
  }
}

IncludeOptions::~IncludeOptions() {
  if (!links_.empty()) {
    std::error_code ignored;
    fs::remove_all(links_, ignored);
  }
}

std::string IncludeOptions::linked(const std::string& folder) {
  std::error_code error;
  if (links_.empty()) {
    std::string pattern = (fs::temp_directory_path(error) / "clgauge-include-XXXXXX").string();
    if (error || ::mkdtemp(pattern.data()) == nullptr) {
      throw Error(ErrorKind::internal, "there is no room for temporary files: set TMPDIR");
    }
    links_ = pattern;
  }
  const fs::path link = links_ / std::to_string(link_count_++);
  fs::create_directory_symlink(fs::absolute(folder, error), link, error);
  if (error) {
    throw Error(ErrorKind::internal, link.string() + ": " + error.message());
  }
  return link.string();
}

}  // namespace clgauge::microbench
