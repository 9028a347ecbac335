#include <nlohmann/json.hpp>

#include "base/error.h"
#include "service/daemon/methods.h"
#include "service/store/kernel_correction.h"

namespace clgauge::service {
namespace {

nlohmann::json observe(Daemon& daemon, Knowledge& knowledge, const nlohmann::json& params) {
  const auto seconds = params.find("seconds");
  if (seconds == params.end() || !seconds->is_number()) {
    throw Error(ErrorKind::input, "params.seconds must be the run's time");
  }
  const Knowledge::Kernel kernel = knowledge.kernel(kernel_query(params));
  const KnownDevice device = known_device(knowledge.store(), text_param(params, "device"));
  ObservedRun run;
  run.seconds = seconds->get<double>();
  run.source = text_param(params, "from", "observe");
  run.given = kernel.given;
  nlohmann::json result = {
      {"id", kernel.id},
      {"observation",
       service::observe(knowledge.store(), device.row.id,
                        daemon.devices.driver_of(device.row.id).value_or(device.row.driver),
                        *kernel.model, kernel.sizes, run)}};
  ++daemon.changes;
  knowledge.refresh();
  const PredictionReport report =
      knowledge.predict(kernel, device.row.id, text_param(params, "model", kBestModel));
  result["prediction"] = to_json(report);
  result["drift"] =
      to_json(daemon.drift.drift_of(knowledge.store(), device.row.id, report.calibration.uid));
  return result;
}

}  // namespace

// Not quick: it waits for the disk.
const Method kObserveMethod{"observe", never_quick, observe};

}  // namespace clgauge::service
