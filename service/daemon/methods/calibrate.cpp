#include <nlohmann/json.hpp>

#include "base/error.h"
#include "device/device.h"
#include "microbench/plan.h"
#include "service/daemon/methods.h"
#include "service/store/cost_group.h"

namespace clgauge::service {
namespace {

nlohmann::json calibrate(Daemon& daemon, Knowledge& /*knowledge*/, const nlohmann::json& params) {
  CalibrationRequest request;
  request.effort = text_param(params, "effort", request.effort);
  request.filter = text_param(params, "filter");
  request.force = bool_param(params, "force", false);
  request.another = bool_param(params, "another", false);
  request.renew = texts_param(params, "renew");
  (void)tags_of_groups(request.renew);
  (void)microbench::effort_from(request.effort);  // a wrong word fails here, not in the job
  const device::Identity device =
      device::select(daemon.devices.look_anew(), text_param(params, "device"));
  const CalibrationJobs::Started started = daemon.jobs.start(device, request);
  return {{"job", started.job}, {"device", device.id}, {"joined", started.joined}};
}

nlohmann::json cancel(Daemon& daemon, Knowledge& /*knowledge*/, const nlohmann::json& params) {
  const std::string job = text_param(params, "job");
  if (!daemon.jobs.cancel(job)) {
    throw Error(ErrorKind::input, "no job " + job.substr(0, 64) + " runs: subscribe lists them");
  }
  return {{"job", job}, {"cancelled", true}};
}

// The server sends events to a connection that has asked; the answer says how the jobs stand now.
nlohmann::json subscribe(Daemon& daemon, Knowledge& /*knowledge*/,
                         const nlohmann::json& /*params*/) {
  return {{"jobs", daemon.jobs.list()}};
}

}  // namespace

const Method kCalibrateMethod{"calibrate", never_quick, calibrate};
const Method kCancelMethod{"cancel", always_quick, cancel};
const Method kSubscribeMethod{"subscribe", always_quick, subscribe};

}  // namespace clgauge::service
