#pragma once

#include <cstdint>
#include <optional>

namespace clgauge::device {

// The duration between two event timestamps in seconds, or nothing when they cannot be true: both
// zero, equal, reversed, or longer than the host saw the whole call take (allowed: 2% for clocks
// that run at different rates, the timer's resolution twice, and 1 microsecond). `host_seconds`
// spans enqueue to completion, so a true execution fits inside it.
[[nodiscard]] std::optional<double> plausible_event_seconds(std::uint64_t start_nanoseconds,
                                                            std::uint64_t end_nanoseconds,
                                                            double host_seconds,
                                                            std::uint64_t resolution_nanoseconds);

}  // namespace clgauge::device
