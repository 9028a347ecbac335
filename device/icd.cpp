#include "device/icd.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/paths.h"
#include "device/cl_error.h"

namespace clgauge::device {
namespace {

constexpr const char* kDefaultFolder = "/etc/OpenCL/vendors";

std::string environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

std::string first_line(const std::string& text) {
  const auto end = text.find_first_of("\r\n");
  std::string line = text.substr(0, end);
  line.erase(line.find_last_not_of(" \t") + 1);
  return line;
}

void add_file(const std::filesystem::path& file, std::vector<IcdEntry>& entries,
              std::vector<DiscoveryProblem>& problems) {
  try {
    std::string library = first_line(read_file(file));
    if (library.empty()) {
      problems.push_back({file.string(), "names no library: write the driver's library into it"});
      return;
    }
    entries.push_back({file.string(), std::move(library)});
  } catch (const Error& error) {
    problems.push_back({file.string(), error.what()});
  }
}

void add_folder(const std::filesystem::path& folder, std::vector<IcdEntry>& entries,
                std::vector<DiscoveryProblem>& problems) {
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".icd") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    add_file(file, entries, problems);
  }
  if (files.empty()) {
    problems.push_back({folder.string(), failure ? "cannot be read: " + failure.message()
                                                 : "has no .icd file: install an OpenCL driver"});
  }
}

struct CloseLibrary {
  void operator()(void* library) const noexcept { ::dlclose(library); }
};
using Library = std::unique_ptr<void, CloseLibrary>;

using GetExtensionFunction = void*(const char*);
using GetPlatforms = cl_int(cl_uint, cl_platform_id*, cl_uint*);

// The entry point of cl_khr_icd, exported directly or through clGetExtensionFunctionAddress.
GetPlatforms* icd_entry_point(void* library) {
  if (void* direct = ::dlsym(library, "clIcdGetPlatformIDsKHR"); direct != nullptr) {
    return reinterpret_cast<GetPlatforms*>(direct);
  }
  void* lookup = ::dlsym(library, "clGetExtensionFunctionAddress");
  if (lookup == nullptr) {
    return nullptr;
  }
  return reinterpret_cast<GetPlatforms*>(
      reinterpret_cast<GetExtensionFunction*>(lookup)("clIcdGetPlatformIDsKHR"));
}

}  // namespace

std::vector<IcdEntry> icd_entries(std::vector<DiscoveryProblem>& problems) {
  std::vector<IcdEntry> entries;
  const std::string vendors = environment("OCL_ICD_VENDORS");
  std::error_code ignored;
  if (vendors.empty()) {
    const std::string folder = environment("OPENCL_VENDOR_PATH");
    add_folder(folder.empty() ? kDefaultFolder : folder, entries, problems);
  } else if (std::filesystem::is_directory(vendors, ignored)) {
    add_folder(vendors, entries, problems);
  } else if (vendors.size() > 4 && vendors.compare(vendors.size() - 4, 4, ".icd") == 0) {
    const bool is_bare_name = vendors.find('/') == std::string::npos;
    add_file(is_bare_name ? std::filesystem::path(kDefaultFolder) / vendors
                          : std::filesystem::path(vendors),
             entries, problems);
  } else {
    entries.push_back({"OCL_ICD_VENDORS=" + vendors, vendors});
  }
  return entries;
}

std::optional<std::string> icd_problem(const IcdEntry& entry,
                                       const std::vector<cl_platform_id>& loaded) {
  constexpr const char* kCheck = "check the driver's hardware and permissions";
  const Library library(::dlopen(entry.library.c_str(), RTLD_LAZY | RTLD_LOCAL));
  if (!library) {
    const char* reason = ::dlerror();
    return fmt::format(
        "its library cannot be loaded ({}): reinstall the driver or remove the entry",
        reason != nullptr ? reason : entry.library);
  }
  GetPlatforms* get_platforms = icd_entry_point(library.get());
  if (get_platforms == nullptr) {
    return fmt::format("{} is not an OpenCL driver (no clIcdGetPlatformIDsKHR): remove the entry",
                       entry.library);
  }
  cl_uint count = 0;
  cl_int status = get_platforms(0, nullptr, &count);
  std::vector<cl_platform_id> offered(status == CL_SUCCESS ? count : 0);
  if (!offered.empty()) {
    status = get_platforms(count, offered.data(), nullptr);
  }
  if (status != CL_SUCCESS || offered.empty()) {
    return fmt::format("{} offers no platform ({}): {}", entry.library,
                       status_name(status != CL_SUCCESS ? status : CL_PLATFORM_NOT_FOUND_KHR),
                       kCheck);
  }
  if (std::find_first_of(offered.begin(), offered.end(), loaded.begin(), loaded.end()) ==
      offered.end()) {
    return fmt::format(
        "{} offers a platform that the loader does not take (no cl_khr_icd): "
        "update the driver",
        entry.library);
  }
  return std::nullopt;
}

}  // namespace clgauge::device
