#pragma once

#include <optional>
#include <string>

#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/store.h"
#include "device/device.h"
#include "model/terms/device_traits.h"

namespace clgauge::service {

// The store's row for a device as its driver shows it now.
[[nodiscard]] db::DeviceRow device_row(const device::Identity& identity);

// The reverse, for a device that need not be present.
[[nodiscard]] device::Identity identity_of(const db::DeviceRow& row);

// Work-items that run in lockstep, which is the granularity of arithmetic features: the widest
// sub-group the driver reports, else 32 for a GPU and 1 for any other device.
[[nodiscard]] unsigned sub_group_size_of(const db::DeviceRow& device);

// What counts depend on: the caches of the host for a CPU device, of what the driver reports for
// any other.
[[nodiscard]] model::DeviceTraits traits_of(const db::DeviceRow& device);

// The newest complete calibration of a device with the driver that it has now.
[[nodiscard]] std::optional<db::CalibrationRow> newest_calibration(
    db::Store& store, const device::Identity& identity);

}  // namespace clgauge::service
