#include <fmt/format.h>

#include <iostream>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"
#include "device/device.h"
#include "service/engine/device_geometry.h"
#include "service/engine/device_record.h"
#include "service/keeper/daemon_keeper.h"
#include "service/store/device_json.h"
#include "service/store/drift_watch.h"
#include "service/store/known_device.h"

namespace clgauge::cli {
namespace {

using service::KnownDevice;

void print_elsewhere(const std::vector<KnownDevice>& devices) {
  if (devices.empty()) {
    return;
  }
  std::cout << "\nIn the store, not here:\n";
  Table table({{"id"}, {"type"}, {"units", Align::right}, {"calibrated"}, {"name"}, {"driver"}});
  for (const auto& [row, calibration] : devices) {
    table.add_row({row.id, row.type, std::to_string(row.compute_units),
                   calibration ? calibration->effort : "no", row.name,
                   row.platform + " " + row.driver});
  }
  table.print(std::cout);
}

void list_devices(const Globals& globals) {
  const device::Discovery discovery = device::discover_in_child();
  for (const auto& problem : discovery.problems) {
    std::cerr << "clgauge: " << problem.where << ": " << problem.reason << '\n';
  }
  db::Store store = service::open_user_store();
  service::DriftWatch watch;
  nlohmann::json report = nlohmann::json::array();
  std::vector<std::string> disputes;
  Table table({{"#", Align::right},
               {"id"},
               {"type"},
               {"units", Align::right},
               {"memory", Align::right},
               {"calibrated"},
               {"name"},
               {"driver"}});
  std::set<std::string> here;
  for (const auto& device : discovery.devices) {
    here.insert(device.id);
    const KnownDevice known = service::known_device(store, service::device_row(device));
    const auto& calibration = known.calibration;
    const auto drift = calibration ? watch.drift_of(store, device.id, calibration->uid)
                                   : std::vector<service::Drift>{};
    report.push_back(service::device_json(known, device.index, drift));
    try {
      if (const auto geometry =
              calibration ? service::geometry_in(calibration->provenance) : std::nullopt) {
        report.back()["geometry"] = to_json(service::facts_of(*geometry));
        for (const std::string& dispute : service::disputes_of(*geometry)) {
          disputes.push_back(fmt::format("#{}: {}", device.index, dispute));
        }
      }
    } catch (const Error& error) {  // of this device alone
      std::cerr << fmt::format("clgauge: {} (#{}, {}): {}\n", device.id, device.index, device.name,
                               error.what());
      report.back()["geometry_damage"] = error.what();
    }
    table.add_row({std::to_string(device.index), device.id, device.type,
                   std::to_string(device.compute_units), format_bytes(device.global_bytes),
                   !calibration         ? "no"
                   : calibration->stale ? "stale"
                   : !drift.empty()     ? "moved: " + text_of(drift)
                                        : calibration->effort,
                   device.name, device.platform + " " + device.driver});
  }
  const std::vector<KnownDevice> elsewhere = service::known_devices_but(store, here);
  if (globals.format == Format::json) {
    for (const KnownDevice& device : elsewhere) {
      report.push_back(service::device_json(device, nullptr, {}));
    }
    std::cout << report.dump(2) << '\n';
  } else {
    table.print(std::cout);
    for (const std::string& dispute : disputes) {
      std::cout << dispute << '\n';
    }
    print_elsewhere(elsewhere);
  }
}

}  // namespace

void add_devices_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand(
      "devices",
      "List the OpenCL devices, those that the store knows from elsewhere, and their calibration");
  add_format_option(*command, globals);
  command->footer("Example: clgauge devices --format json");
  command->callback([&globals] { list_devices(globals); });
}

}  // namespace clgauge::cli
