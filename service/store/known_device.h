#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/store.h"

namespace clgauge::service {

// A device as the store knows it, without asking a driver.
struct KnownDevice {
  db::DeviceRow row;  // its newest version: `driver` is the driver seen last
  std::optional<db::CalibrationRow> calibration;  // the newest complete one, may be stale
};

// All devices of the store, by name.
[[nodiscard]] std::vector<KnownDevice> known_devices(db::Store& store);
// Those that have none of these ids: the devices of this machine, say.
[[nodiscard]] std::vector<KnownDevice> known_devices_but(db::Store& store,
                                                         const std::set<std::string>& ids);

// A device as its driver shows it now, whichever the store has seen last.
[[nodiscard]] KnownDevice known_device(db::Store& store, db::DeviceRow row);

enum class Among { all, calibrated };

// The one that `selector` names: an id or alias, else part of a name, platform or type, letters of
// either case. Empty takes the only device that has been calibrated on this host, else the only
// calibrated one (others come from elsewhere by `clgauge import`); so does a name, of several
// devices that it fits, when asked for calibrated ones. Throws Error(usage) when none fits, or
// several do.
[[nodiscard]] KnownDevice known_device(db::Store& store, const std::string& selector,
                                       Among among = Among::all);

}  // namespace clgauge::service
