#include <set>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "service/daemon/methods.h"
#include "service/daemon/upkeep.h"
#include "service/engine/device_record.h"
#include "service/store/device_json.h"

namespace clgauge::service {
namespace {

nlohmann::json json_of(Daemon& daemon, Knowledge& knowledge, const KnownDevice& device,
                       const nlohmann::json& index) {
  return device_json(device, index,
                     device.calibration ? daemon.drift.drift_of(knowledge.store(), device.row.id,
                                                                device.calibration->uid)
                                        : std::vector<Drift>{});
}

// Those of this machine first, with an index; then those that the store knows from elsewhere.
nlohmann::json devices(Daemon& daemon, Knowledge& knowledge, const nlohmann::json& /*params*/) {
  device::Discovery here;
  try {
    here = daemon.devices.look();
    note_drivers(here, daemon, knowledge.store());
  } catch (const Error&) {
    // A machine without OpenCL may still be asked about others.
  }
  nlohmann::json list = nlohmann::json::array();
  std::set<std::string> listed;
  for (const auto& identity : here.devices) {
    list.push_back(json_of(daemon, knowledge, known_device(knowledge.store(), device_row(identity)),
                           identity.index));
    listed.insert(identity.id);
  }
  for (const auto& device : known_devices_but(knowledge.store(), listed)) {
    list.push_back(json_of(daemon, knowledge, device, nullptr));
  }
  return {{"devices", std::move(list)}};
}

}  // namespace

const Method kDevicesMethod{"devices", never_quick, devices};

}  // namespace clgauge::service
