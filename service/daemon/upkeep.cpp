#include "service/daemon/upkeep.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "collector/version.h"
#include "db/device_table.h"
#include "db/kernel_cache.h"
#include "service/engine/device_record.h"
#include "service/store/known_device.h"

namespace clgauge::service {
namespace {

constexpr std::chrono::milliseconds kLongestNap{1000};

}  // namespace

void note_drivers(const device::Discovery& here, Daemon& daemon, db::Store& store) {
  db::DeviceTable table(store);
  for (const auto& device : here.devices) {
    const db::DeviceRow row = device_row(device);
    const auto before = table.find(device.id);
    table.upsert(row);
    if (!before || before->driver != row.driver) {
      ++daemon.changes;
    }
  }
}

Upkeep::Upkeep(Daemon& daemon, const UpkeepOptions& options)
    : daemon_(daemon), options_(options), thread_([this] { run(); }) {}

Upkeep::~Upkeep() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  ends_.notify_one();
  thread_.join();
}

void Upkeep::run() {
  std::optional<db::Store> store;
  std::optional<std::uint64_t> requests_then;  // at the last look
  std::uint64_t requests = 0;
  auto last_request = Clock::now();
  auto next_look = Clock::now();
  for (;;) {
    try {
      if (!store) {
        store.emplace(db::Store::open(daemon_.store_path));
        db::KernelCache(*store).drop_other_versions(collector::collector_version());
      }
      const auto now = Clock::now();
      if (const std::uint64_t answered = daemon_.metrics.requests(); answered != requests) {
        requests = answered;
        last_request = now;
      }
      if (now >= next_look && requests_then != requests) {
        requests_then = requests;
        next_look = now + options_.look_every;
        look(*store);
      }
      if (options_.recalibrate_when_idle && now - last_request > *options_.recalibrate_when_idle &&
          !daemon_.jobs.any_running()) {
        recalibrate(*store);
      }
    } catch (const std::exception& error) {
      spdlog::warn("{}", error.what());
    }
    std::unique_lock lock(mutex_);
    if (ends_.wait_for(lock, std::min(options_.look_every, kLongestNap), [&] { return ending_; })) {
      return;
    }
  }
}

void Upkeep::look(db::Store& store) { note_drivers(daemon_.devices.look_anew(), daemon_, store); }

void Upkeep::recalibrate(db::Store& store) {
  for (const KnownDevice& known : known_devices(store)) {
    if (!known.calibration || tried_.count(known.calibration->uid) > 0) {
      continue;
    }
    const auto drifts = daemon_.drift.drift_of(store, known.row.id, known.calibration->uid);
    auto request = request_of(*known.calibration);
    if (drifts.empty() || !request || !daemon_.devices.driver_of(known.row.id)) {
      continue;  // nothing has moved, nobody knows what was measured, or the device is not here
    }
    tried_.insert(known.calibration->uid);
    for (const Drift& drift : drifts) {
      request->renew.push_back(drift.group);
    }
    const auto here = daemon_.devices.look().devices;
    const auto device = std::find_if(here.begin(), here.end(), [&](const device::Identity& one) {
      return one.id == known.row.id;
    });
    if (device != here.end()) {
      const auto started = daemon_.jobs.start(*device, *request);
      spdlog::info("{}: {} has moved, {} calibrates it anew", known.row.name, text_of(drifts),
                   started.job);
      return;  // one at a time
    }
  }
}

}  // namespace clgauge::service
