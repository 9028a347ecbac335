#include "service/protocol/store_identity.h"

#include <sys/stat.h>

#include <nlohmann/json.hpp>

namespace clgauge::service {

nlohmann::json store_identity(const std::filesystem::path& store_path) {
  struct stat status {};
  if (::stat(store_path.c_str(), &status) != 0) {
    return nullptr;
  }
  return {{"device", status.st_dev}, {"inode", status.st_ino}};
}

bool keeps_this_file(const nlohmann::json& version, const std::filesystem::path& store_path) {
  const nlohmann::json here = store_identity(store_path);
  return here.is_object() && version.value("store_file", nlohmann::json()) == here;
}

}  // namespace clgauge::service
