#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/store.h"

namespace clgauge::db {

enum class CalibrationState { running, complete, abandoned };
[[nodiscard]] const char* name_of(CalibrationState state) noexcept;

// The effort of a calibration of chosen kernels only.
inline constexpr const char* kPartialEffort = "partial";

struct CalibrationRow {
  std::string uid;                 // random; set by start()
  std::string device_version_uid;  // from DeviceTable::upsert
  std::string device_id;           // read only: that version's device ...
  std::string driver;              // ... and driver
  std::string effort;              // "quick", "standard", "full", "partial"
  std::string plan_hash;           // of the list of micro kernels to be measured
  CalibrationState state = CalibrationState::running;
  std::string started_at;                  // set by start() when empty
  std::optional<std::string> finished_at;  // absent while running
  std::string clgauge_version;             // set by start() when empty
  std::map<std::string, std::string> provenance;

  // Measured with another driver than the one asked about: usable, and to be said so.
  bool stale = false;
};

// What a calibration must match; what is absent matches anything.
struct CalibrationFilter {
  std::optional<std::string> device_id{};
  std::optional<std::string> driver{};
  std::optional<std::string> effort{};
  std::optional<std::string> plan_hash{};
  std::optional<CalibrationState> state{};
};

class CalibrationTable {
 public:
  explicit CalibrationTable(Store& store) : store_(store) {}

  // Adds a running calibration; returns its uid.
  std::string start(const CalibrationRow& calibration);
  // Ends a running calibration as complete or abandoned.
  void finish(const std::string& uid, CalibrationState state);

  [[nodiscard]] std::optional<CalibrationRow> find(const std::string& uid);
  // Newest start first.
  [[nodiscard]] std::vector<CalibrationRow> list(const CalibrationFilter& filter = {});

  // The newest running calibration to go on with: same device, driver, effort and plan.
  [[nodiscard]] std::optional<CalibrationRow> resumable(const std::string& device_id,
                                                        const std::string& driver,
                                                        const std::string& effort,
                                                        const std::string& plan_hash);
  // The newest complete calibration of the filter's; one made with `driver_now` goes before newer
  // ones made with others, which come marked stale, and a whole one before partial ones. The
  // filter's state is ignored.
  [[nodiscard]] std::optional<CalibrationRow> newest_complete(const CalibrationFilter& filter,
                                                              const std::string& driver_now);

 private:
  Store& store_;
};

}  // namespace clgauge::db
