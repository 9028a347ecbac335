#pragma once

#include <string>

#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/sample_table.h"

// Devices and calibrations as stores have them, for tests that need no real ones.
namespace clgauge::service {

inline db::DeviceRow some_device(const std::string& driver = "1.0") {
  db::DeviceRow device;
  device.id = "0123456789abcdef";
  device.name = "a device";
  device.type = "cpu";
  device.driver = driver;
  return device;
}

// A calibration of a device, which the store knows from now on; not begun.
inline db::CalibrationRow quick_calibration(db::Store& store, const db::DeviceRow& device) {
  db::CalibrationRow row;
  row.device_version_uid = db::DeviceTable(store).upsert(device);
  row.effort = "quick";
  row.plan_hash = "plan";
  return row;
}

// A measurement kernel's, that took so long every time, or failed.
inline void add_sample(db::Store& store, const std::string& calibration, const std::string& name,
                       double seconds, const std::string& status = "ok") {
  db::SampleTable samples(store);
  db::SampleRow sample;
  sample.calibration_uid = calibration;
  sample.micro_kernel_uid = samples.upsert_micro_kernel({"", name, {}, "{}"});
  sample.status = status;
  if (status == "ok") {
    sample.summary = db::TimeSummary{seconds, seconds, seconds, seconds};
  }
  samples.add(sample);
}

}  // namespace clgauge::service
