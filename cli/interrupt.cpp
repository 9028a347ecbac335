#include "cli/interrupt.h"

#include <csignal>

namespace clgauge::cli {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "needed in a signal handler");

void request_stop(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& interrupted() {
  static const bool kInstalled = [] {
    std::signal(SIGINT, request_stop);
    std::signal(SIGTERM, request_stop);
    return true;
  }();
  (void)kInstalled;
  return stop_requested;
}

}  // namespace clgauge::cli
