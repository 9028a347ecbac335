#include "db/layers.h"

#include <algorithm>

#include "base/error.h"
#include "base/paths.h"

namespace clgauge::db {

Layers Layers::open(const std::filesystem::path& user_store,
                    const std::filesystem::path& system_folder) {
  Layers layers;
  layers.stores_.push_back(Store::open(user_store));
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(system_folder, ignored)) {
    if (entry.path().extension() == ".db") {
      files.push_back(entry.path());
    }
  }
  // The folder's own order is arbitrary; the same rows must win every time.
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    try {
      layers.stores_.push_back(Store::open_read_only(file));
    } catch (const Error& error) {
      layers.problems_.emplace_back(error.what());
    }
  }
  return layers;
}

Layers Layers::open_default() { return open(user_store_path()); }

}  // namespace clgauge::db
