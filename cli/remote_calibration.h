#pragma once

#include <atomic>
#include <string>

#include "db/store.h"
#include "device/device.h"
#include "service/engine/calibrator.h"
#include "service/protocol/rpc_client.h"

namespace clgauge::cli {

// A calibration as a job of the clgauged that keeps the store; what service::calibrate() does where
// none does. A job of the same request that runs already is followed. When `stop` becomes true, an
// own job is cancelled, and one that is followed is left to go on (Error(timeout) says so). Throws
// what the daemon answers, Error(device) when it ends meanwhile.
[[nodiscard]] service::CalibrationOutcome calibrate_in_daemon(
    service::RpcClient& daemon, db::Store& store, const device::Identity& device,
    const service::CalibrationRequest& request, const std::atomic<bool>& stop,
    const service::CalibrationListener& listener);

// Starts the job and returns its id.
[[nodiscard]] std::string begin_calibration(service::RpcClient& daemon,
                                            const device::Identity& device,
                                            const service::CalibrationRequest& request);

}  // namespace clgauge::cli
