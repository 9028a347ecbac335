#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/store.h"
#include "lens/process/request.h"

namespace clgauge::service {

// A launch of a compiled kernel, by what clgauge-lens would make of it.
struct LookName {
  std::string key;      // a hash of everything that the answer depends on
  std::string subject;  // the same without the NDRange and the arguments but for buffers' contents
  std::string device_id;
  std::string object_uid;
  std::string kernel;
};
// `device_id` stands for the processor whose scheduling tables count the cycles.
[[nodiscard]] LookName name_of_look(const std::string& device_id, const std::string& object_uid,
                                    const std::string& kernel, const lens::EvaluatedLaunch& launch,
                                    const lens::MachineShape& machine);

// LookName::subject of looks that know of no contents.
[[nodiscard]] std::string subject_of_looks(const std::string& device_id,
                                           const std::string& object_uid, const std::string& kernel,
                                           const std::array<std::uint64_t, 3>& local,
                                           const lens::MachineShape& machine);

// What clgauge-lens has found before, in the store (`looks` in docs/store.md), refusals included.
// Not thread-safe.
class KeptLooks {
 public:
  explicit KeptLooks(db::Store& store) : store_(store) {}

  [[nodiscard]] std::optional<lens::LensAnswer> find(const LookName& name);

  struct KeptLook {
    lens::EvaluatedLaunch launch;
    lens::LensAnswer answer;
  };
  // Those of one subject, the newest first; what cannot be read is left out.
  [[nodiscard]] std::vector<KeptLook> list(const std::string& subject, std::size_t most);
  // A store that cannot be written costs time later: nothing is thrown for it.
  void keep(const std::vector<LookName>& names, const std::vector<lens::LensRequest>& requests,
            const std::vector<lens::LensAnswer>& answers);

 private:
  db::Store& store_;
};

}  // namespace clgauge::service
