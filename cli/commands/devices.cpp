#include <fmt/format.h>

#include <iostream>
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
#include "service/store/drift_watch.h"

namespace clgauge::cli {
namespace {

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
  for (const auto& device : discovery.devices) {
    const auto calibration = service::newest_calibration(store, device);
    const auto drift = calibration ? watch.drift_of(store, device.id, calibration->uid)
                                   : std::vector<service::Drift>{};
    report.push_back({{"id", device.id},
                      {"index", device.index},
                      {"name", device.name},
                      {"vendor", device.vendor},
                      {"platform", device.platform},
                      {"driver", device.driver},
                      {"type", device.type},
                      {"compute_units", device.compute_units},
                      {"global_bytes", device.global_bytes},
                      {"calibrated", calibration.has_value()},
                      {"stale", calibration && calibration->stale},
                      {"drift", to_json(drift)}});
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
  if (globals.format == Format::json) {
    std::cout << report.dump(2) << '\n';
  } else {
    table.print(std::cout);
    for (const std::string& dispute : disputes) {
      std::cout << dispute << '\n';
    }
  }
}

}  // namespace

void add_devices_command(CLI::App& app, Globals& globals) {
  CLI::App* command =
      app.add_subcommand("devices", "List the OpenCL devices and their calibration");
  add_format_option(*command, globals);
  command->callback([&globals] { list_devices(globals); });
}

}  // namespace clgauge::cli
