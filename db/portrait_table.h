#pragma once

#include <optional>
#include <string>

#include "db/store.h"

namespace clgauge::db {

// What a calibration says of its device as a whole, by one of its models: worked out from a
// thousand samples, and therefore kept.
struct PortraitRow {
  std::string model_uid;
  std::string collector_version;  // whose counts went into it
  std::string portrait;           // JSON
};

class PortraitTable {
 public:
  explicit PortraitTable(Store& store) : store_(store) {}

  [[nodiscard]] std::optional<PortraitRow> find(const std::string& model_uid);
  // The model must be in the store. Of portraits of one model the one added last stays.
  void put(const PortraitRow& portrait);

 private:
  Store& store_;
};

}  // namespace clgauge::db
