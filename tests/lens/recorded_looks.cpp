#include "recorded_looks.h"

#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "lens/process/protocol.h"

namespace clgauge::lens {

std::vector<RecordedLooks> recorded_looks() {
  std::vector<RecordedLooks> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(CLGAUGE_SOURCE_DIR "/tests/lens/recorded")) {
    all.push_back({entry.path().stem().string(),
                   requests_from_json(nlohmann::json::parse(read_file(entry.path())))});
  }
  std::sort(all.begin(), all.end(),
            [](const RecordedLooks& a, const RecordedLooks& b) { return a.name < b.name; });
  return all;
}

std::vector<RecordedLooks> recorded_looks_at_machine_code() {
  std::vector<RecordedLooks> all = recorded_looks();
  std::erase_if(all, [](const RecordedLooks& one) {
    return !one.requests.front().object.starts_with("\177ELF");
  });
  return all;
}

}  // namespace clgauge::lens
