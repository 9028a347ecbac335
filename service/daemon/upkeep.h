#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "db/store.h"
#include "device/device.h"
#include "service/daemon/methods.h"

namespace clgauge::service {

// Puts the drivers as they are now into the store, so that calibrations made with others are stale.
void note_drivers(const device::Discovery& here, Daemon& daemon, db::Store& store);

struct UpkeepOptions {
  // Between looks at the drivers, as long as somebody asks the daemon anything.
  std::chrono::milliseconds look_every{60'000};
  // Without a request for this long, what has drifted is calibrated anew; never when absent.
  std::optional<std::chrono::milliseconds> recalibrate_when_idle{};
};

// What the daemon does unasked, on a thread of its own: it drops kernels that another version of
// the collector has counted, for nobody finds them again; looks whether drivers have changed; and
// recalibrates what has drifted while nobody asks. A part that a calibration did not mend, or that
// failed to be calibrated, is not tried twice.
class Upkeep {
 public:
  Upkeep(Daemon& daemon, const UpkeepOptions& options);
  ~Upkeep();
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  void run();
  void look(db::Store& store);
  void recalibrate(db::Store& store);

  Daemon& daemon_;
  UpkeepOptions options_;
  std::mutex mutex_;
  std::condition_variable ends_;
  bool ending_ = false;
  std::set<std::string> tried_;  // calibrations whose drift has had its job
  std::thread thread_;           // the last: it uses the others
};

}  // namespace clgauge::service
