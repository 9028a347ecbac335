#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store.h"

namespace clgauge::db {

// What clgauge-lens found of one launch of a compiled kernel, kept under a hash of everything that
// it depends on.
struct LookRow {
  std::string key;
  std::string subject;  // the same for all sizes of one kernel and work-group size
  int lens_version = 0;
  std::string device_id;
  std::string object_uid;
  std::string kernel_name;
  std::string launch;  // JSON: what differs between the looks of a subject
  std::string answer;  // JSON of lens::LensAnswer
};

class LookTable {
 public:
  explicit LookTable(Store& store) : store_(store) {}

  [[nodiscard]] std::optional<LookRow> find(const std::string& key);
  // At most `most`, the newest first.
  [[nodiscard]] std::vector<LookRow> list(const std::string& subject, std::size_t most = 256);
  // Another text than before once the subject has other looks; quicker than to read them.
  [[nodiscard]] std::string state_of(const std::string& subject);
  // The device and the object must be in the store. Of rows with the same key the one added last
  // stays.
  void put(const LookRow& look);

 private:
  Store& store_;
};

}  // namespace clgauge::db
