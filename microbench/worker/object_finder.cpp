#include "microbench/worker/object_finder.h"

#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "base/paths.h"
#include "device/loaded_libraries.h"

namespace clgauge::microbench {
namespace {

constexpr const char* kPoclPlatform = "Portable Computing Language";

std::string key_of(const Job& job) {
  std::string local;
  for (const std::size_t size : job.local) local += std::to_string(size) + ' ';
  return hash_of({job.source, job.options, job.kernel, local});
}

}  // namespace

bool ObjectFinder::needs_launch(const device::Identity& device) {
  return device.platform == kPoclPlatform;
}

void ObjectFinder::before_launch() { libraries_before_ = device::loaded_libraries(); }

void ObjectFinder::after_launch(const Job& job) {
  // PoCL's cache: .../<program>/<kernel>/<local size>/<kernel>.so.
  const std::string file_name = "/" + job.kernel + ".so";
  for (const std::string& path : device::loaded_libraries()) {
    if (path.size() > file_name.size() && libraries_before_.count(path) == 0 &&
        path.compare(path.size() - file_name.size(), file_name.size(), file_name) == 0) {
      Known& known = known_[key_of(job)];
      known.path_by_grid[job.global] = path;
      known.newest_path = path;
    }
  }
}

std::optional<CompiledObject> ObjectFinder::find(const Job& job, const device::Identity& device,
                                                 const device::Kernel& kernel) const {
  if (needs_launch(device)) return loaded_library(job);
  std::string binary = kernel.program_binary();
  if (binary.empty()) return std::nullopt;
  return CompiledObject{kProgramBinary, std::move(binary)};
}

std::optional<CompiledObject> ObjectFinder::loaded_library(const Job& job) const {
  const auto found = known_.find(key_of(job));
  if (found == known_.end()) return std::nullopt;
  const Known& known = found->second;
  const auto same_grid = known.path_by_grid.find(job.global);
  try {
    return CompiledObject{
        kLoadedLibrary,
        read_file(same_grid != known.path_by_grid.end() ? same_grid->second : known.newest_path)};
  } catch (const Error&) {
    return std::nullopt;  // the driver's cache was emptied meanwhile
  }
}

}  // namespace clgauge::microbench
