#include <fmt/format.h>

#include <iterator>

#include <nlohmann/json.hpp>

#include "service/daemon/methods.h"

namespace clgauge::service {
namespace {

// Label values may hold anything but these three characters as they are.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\' || c == '"') {
      safe += '\\';
    }
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

std::string calibrations(db::Store& store) {
  std::string text =
      "# HELP clgauge_calibration_info Newest calibration of a device; stale is 1 when the driver "
      "has changed since.\n# TYPE clgauge_calibration_info gauge\n";
  for (const KnownDevice& device : known_devices(store)) {
    if (!device.calibration) {
      continue;
    }
    fmt::format_to(std::back_inserter(text),
                   "clgauge_calibration_info{{device=\"{}\",name=\"{}\",effort=\"{}\","
                   "finished=\"{}\",stale=\"{}\"}} 1\n",
                   device.row.id, escaped(device.row.name), device.calibration->effort,
                   device.calibration->finished_at.value_or(""), device.calibration->stale ? 1 : 0);
  }
  return text;
}

std::string drifts(DriftWatch& watch, db::Store& store) {
  std::string text =
      "# HELP clgauge_drift_ratio How much longer runs take than the calibration says, where that "
      "has moved.\n# TYPE clgauge_drift_ratio gauge\n";
  for (const KnownDevice& device : known_devices(store)) {
    if (!device.calibration) {
      continue;
    }
    for (const Drift& drift : watch.drift_of(store, device.row.id, device.calibration->uid)) {
      fmt::format_to(std::back_inserter(text),
                     "clgauge_drift_ratio{{device=\"{}\",costs=\"{}\"}} {:.6g}\n", device.row.id,
                     drift.group, drift.ratio);
    }
  }
  return text;
}

nlohmann::json metrics(Daemon& daemon, Knowledge& knowledge, const nlohmann::json& /*params*/) {
  return {{"content_type", "text/plain; version=0.0.4"},
          {"text", daemon.metrics.prometheus() + calibrations(knowledge.store()) +
                       drifts(daemon.drift, knowledge.store())}};
}

}  // namespace

const Method kMetricsMethod{"metrics", never_quick, metrics};

}  // namespace clgauge::service
