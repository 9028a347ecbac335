#include "device/loaded_libraries.h"

#include <link.h>

namespace clgauge::device {

std::set<std::string> loaded_libraries() {
  std::set<std::string> paths;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t /*bytes*/, void* result) {
        if (info->dlpi_name != nullptr && *info->dlpi_name != '\0') {
          static_cast<std::set<std::string>*>(result)->insert(info->dlpi_name);
        }
        return 0;
      },
      &paths);
  return paths;
}

}  // namespace clgauge::device
