#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store.h"

namespace clgauge::db {

// The observed_at of an observation whose source does not say when.
inline constexpr const char* kUnknownTime = "unknown";

// A kernel's time as somebody saw it: `clgauge measure`, a production run, another tool's tuning
// results. Rows are never changed; the uid is a hash of the rest.
struct ObservationRow {
  std::string uid;         // set by the table
  std::string kernel_key;  // as in KernelCache; imports have keys of their own (docs/exchange.md)
  std::string kernel_name;
  std::string device_id;  // must be known to DeviceTable
  std::string driver;     // empty when unknown
  std::string launch;     // JSON {"global":[..],"local":[..],"args":{..}}
  std::string status = "ok";
  std::optional<double> seconds;  // present exactly when status is "ok"
  std::string observed_at;        // set by add() when empty; may be kUnknownTime
  std::string source;             // "measure", "observe", "clblast", "kernel_tuner", ...
  std::string detail = "{}";      // JSON, whatever else the source said
};

class ObservationTable {
 public:
  explicit ObservationTable(Store& store) : store_(store) {}

  // Adds one, unless the very same is there already; returns its uid.
  std::string add(const ObservationRow& observation);
  // The same; true when it was not there yet.
  bool add_new(const ObservationRow& observation);
  // The good ones (status "ok") of one kernel on one device, oldest first,
  // unknown times before all.
  [[nodiscard]] std::vector<ObservationRow> list(const std::string& kernel_key,
                                                 const std::string& device_id);
  // Everything seen on one device, oldest first.
  [[nodiscard]] std::vector<ObservationRow> list_device(const std::string& device_id);
  // The good ones of a device that come after the row of that time and uid, oldest first; those
  // whose time is unknown never do.
  [[nodiscard]] std::vector<ObservationRow> list_device_after(const std::string& device_id,
                                                              const std::string& observed_at,
                                                              const std::string& uid);

 private:
  Store& store_;
};

}  // namespace clgauge::db
