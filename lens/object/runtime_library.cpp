#include "lens/object/runtime_library.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace clgauge::lens {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "__ocl_svml_";

// "__ocl_svml_z0_sinf16" is of libocl_svml_z0.so.
std::string library_name(std::string_view symbol) {
  const auto end = symbol.find('_', kPrefix.size());
  return "lib" + std::string(symbol.substr(2, end == std::string_view::npos ? end : end - 2)) +
         ".so";
}

std::vector<fs::path> icd_files() {
  const char* const chosen = std::getenv("OCL_ICD_VENDORS");
  const fs::path place = chosen == nullptr ? "/etc/OpenCL/vendors" : chosen;
  std::vector<fs::path> files;
  std::error_code none;
  if (fs::is_directory(place, none)) {
    for (const auto& entry : fs::directory_iterator(place, none)) {
      files.push_back(entry.path());
    }
  } else {
    files.push_back(place);
  }
  return files;
}

}  // namespace

std::optional<std::string> runtime_library_of(std::string_view symbol) {
  if (symbol.substr(0, kPrefix.size()) != kPrefix) {
    return std::nullopt;
  }
  const std::string name = library_name(symbol);
  for (const fs::path& icd : icd_files()) {
    std::ifstream in(icd);
    std::string driver;
    std::getline(in, driver);
    const fs::path library = fs::path(driver).parent_path() / name;
    std::error_code none;
    if (library.is_absolute() && fs::is_regular_file(library, none)) {
      return library.string();
    }
  }
  return std::nullopt;
}

}  // namespace clgauge::lens
