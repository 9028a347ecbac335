#include "service/store/known_device.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/machine.h"

namespace clgauge::service {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool fits(const db::DeviceRow& row, const std::string& lower_selector) {
  return lower(row.name + '\n' + row.platform + '\n' + row.type).find(lower_selector) !=
         std::string::npos;
}

// By the names of host and processor: on a machine that has been renamed none seems to be.
// As machine_facts() has `here`.
bool was_calibrated(const KnownDevice& device, const std::map<std::string, std::string>& here) {
  return device.calibration &&
         std::ranges::all_of(std::array{"host", "cpu"}, [&](const char* fact) {
           const auto there = device.calibration->provenance.find(fact);
           const auto own = here.find(fact);
           return there != device.calibration->provenance.end() && own != here.end() &&
                  there->second == own->second;
         });
}

// Leaves those, unless there is none.
template <typename Keeps>
void keep_if_any(std::vector<KnownDevice>& devices, const Keeps& keeps) {
  const auto others = std::stable_partition(devices.begin(), devices.end(), keeps);
  if (others != devices.begin()) {
    devices.erase(others, devices.end());
  }
}

}  // namespace

KnownDevice known_device(db::Store& store, db::DeviceRow row) {
  db::CalibrationFilter filter;
  filter.device_id = row.id;
  auto calibration = db::CalibrationTable(store).newest_complete(filter, row.driver);
  return {std::move(row), std::move(calibration)};
}

std::vector<KnownDevice> known_devices(db::Store& store) {
  std::vector<KnownDevice> devices;
  for (auto& row : db::DeviceTable(store).list()) {
    devices.push_back(known_device(store, std::move(row)));
  }
  return devices;
}

std::vector<KnownDevice> known_devices_but(db::Store& store, const std::set<std::string>& ids) {
  std::vector<KnownDevice> devices = known_devices(store);
  std::erase_if(devices, [&ids](const auto& device) { return ids.contains(device.row.id); });
  return devices;
}

KnownDevice known_device(db::Store& store, const std::string& selector, Among among) {
  db::DeviceTable table(store);
  if (const auto id = selector.empty() ? std::nullopt : table.resolve(selector)) {
    if (auto row = table.find(*id)) {
      return known_device(store, std::move(*row));
    }
  }
  std::vector<KnownDevice> fitting;
  const std::string wanted = lower(selector);
  for (auto& row : table.list()) {
    if (!fits(row, wanted)) {
      continue;  // its calibrations need not be looked for
    }
    KnownDevice device = known_device(store, std::move(row));
    if (!selector.empty() || device.calibration) {
      fitting.push_back(std::move(device));
    }
  }
  if (among == Among::calibrated && fitting.size() > 1) {
    keep_if_any(fitting, [](const auto& device) { return device.calibration.has_value(); });
  }
  if (selector.empty() && fitting.size() > 1) {
    keep_if_any(fitting, [here = machine_facts()](const auto& device) {
      return was_calibrated(device, here);
    });
  }
  if (fitting.size() == 1) {
    return std::move(fitting.front());
  }
  if (fitting.empty()) {
    throw Error(ErrorKind::usage, selector.empty()
                                      ? "no device has been calibrated: run clgauge calibrate"
                                      : "the store knows no device " + selector +
                                            ": see `clgauge devices`, then clgauge calibrate");
  }
  std::string ids;
  for (const auto& device : fitting) {
    ids += (ids.empty() ? "" : ", ") + device.row.id;
  }
  throw Error(ErrorKind::usage, (selector.empty() ? "several devices are calibrated"
                                                  : "several devices fit " + selector) +
                                    ": name one by its id (" + ids + ")");
}

}  // namespace clgauge::service
