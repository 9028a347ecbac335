#include "cli/remote_calibration.h"

#include <iostream>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "service/store/stored_model.h"

namespace clgauge::cli {
namespace {

using std::chrono::milliseconds;
using How = service::CalibrationOutcome::How;

// To look for devices and to count what the plan measures takes a while.
constexpr milliseconds kAnswerLimit{120'000};
constexpr milliseconds kBetweenLooksAtStop{200};

nlohmann::json start(service::RpcClient& daemon, const device::Identity& device,
                     const service::CalibrationRequest& request) {
  return daemon.call("calibrate",
                     {{"device", device.id},
                      {"effort", request.effort},
                      {"filter", request.filter},
                      {"force", request.force},
                      {"another", request.another},
                      {"renew", request.renew}},
                     kAnswerLimit);
}

void tell_progress(const nlohmann::json& event, const service::CalibrationListener& listener) {
  if (!listener.progress || !event.contains("total")) {
    return;
  }
  microbench::Progress progress;
  event.at("done").get_to(progress.done);
  event.at("total").get_to(progress.total);
  event.at("kernel").get_to(progress.kernel);
  if (const auto left = event.find("remaining_seconds"); left != event.end()) {
    progress.remaining_seconds = left->get<double>();
  }
  listener.progress(progress);
}

void tell_sample(const nlohmann::json& event, const service::CalibrationListener& listener) {
  microbench::MicroKernel kernel;
  event.at("name").get_to(kernel.name);
  listener.sample(kernel, microbench::measurement_from_json(event.at("measurement")));
}

service::CalibrationOutcome outcome_of(const nlohmann::json& event, db::Store& store) {
  if (event.at("state") == "failed") {
    throw Error(ErrorKind::device, event.at("error").get<std::string>());
  }
  service::CalibrationOutcome outcome;
  outcome.how = event.at("state") == "interrupted" ? How::interrupted
                : event.at("reused").get<bool>()   ? How::reused
                                                   : How::finished;
  event.at("calibration").get_to(outcome.calibration_uid);
  event.at("samples").get_to(outcome.samples);
  event.at("failed").get_to(outcome.failed);
  event.at("resumed").get_to(outcome.resumed_samples);
  event.at("notes").get_to(outcome.notes);
  if (outcome.how == How::finished) {
    outcome.models = service::models_of_calibration(store, outcome.calibration_uid);
  }
  return outcome;
}

// A job that ends by itself at this very moment cannot be cancelled.
void cancel(service::RpcClient& daemon, const std::string& job) {
  try {
    daemon.call("cancel", {{"job", job}}, kAnswerLimit);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) {
      throw;
    }
  }
}

// How the job ended: its last event.
nlohmann::json followed_to_end(service::RpcClient& daemon, const std::string& job, bool is_own,
                               const std::atomic<bool>& stop,
                               const service::CalibrationListener& listener) {
  bool cancelled = false;
  for (;;) {
    if (stop && !is_own) {
      throw Error(ErrorKind::timeout, "left " + job + " to go on in clgauged");
    }
    if (stop && !cancelled) {
      cancelled = true;
      cancel(daemon, job);
    }
    const auto event = daemon.next_event(kBetweenLooksAtStop);
    if (!event || event->value("job", "") != job) {
      continue;
    }
    if (event->contains("measurement")) {
      tell_sample(*event, listener);
    } else if (event->at("state") == "running") {
      tell_progress(*event, listener);
    } else {
      return *event;
    }
  }
}

}  // namespace

service::CalibrationOutcome calibrate_in_daemon(service::RpcClient& daemon, db::Store& store,
                                                const device::Identity& device,
                                                const service::CalibrationRequest& request,
                                                const std::atomic<bool>& stop,
                                                const service::CalibrationListener& listener) {
  try {
    daemon.call("subscribe", {{"samples", static_cast<bool>(listener.sample)}}, kAnswerLimit);
    const nlohmann::json started = start(daemon, device, request);
    const std::string job = started.at("job");
    const bool is_own = !started.at("joined").get<bool>();
    if (!is_own) {
      std::cerr << "clgauge: clgauged calibrates this device already: following " << job << '\n';
    }
    return outcome_of(followed_to_end(daemon, job, is_own, stop, listener), store);
  } catch (const service::ConnectionLost&) {
    throw Error(ErrorKind::device,
                "clgauged has ended; what was measured is kept: run the same command again to go "
                "on");
  }
}

std::string begin_calibration(service::RpcClient& daemon, const device::Identity& device,
                              const service::CalibrationRequest& request) {
  return start(daemon, device, request).at("job");
}

}  // namespace clgauge::cli
