#include "device/timing.h"

namespace clgauge::device {

std::optional<double> plausible_event_seconds(std::uint64_t start_nanoseconds,
                                              std::uint64_t end_nanoseconds, double host_seconds,
                                              std::uint64_t resolution_nanoseconds) {
  if (end_nanoseconds <= start_nanoseconds) {
    return std::nullopt;
  }
  const double seconds = 1e-9 * static_cast<double>(end_nanoseconds - start_nanoseconds);
  const double slack_seconds = 1e-6 + 2e-9 * static_cast<double>(resolution_nanoseconds);
  if (!(seconds <= 1.02 * host_seconds + slack_seconds)) {
    return std::nullopt;
  }
  return seconds;
}

}  // namespace clgauge::device
