#pragma once

#include <string>

namespace clgauge::db {

// Times are kept as text of one fixed width, "2026-11-21T03:19:35.123456Z" (ISO 8601, UTC,
// microseconds), so that the order of the text is the order in time. Thread-safe.
[[nodiscard]] std::string utc_now();

// Brings an ISO 8601 date-time to that form: "T" or a blank between date and time, any number of
// fractional digits or none, then "Z", "+01:00" or nothing, which means UTC. Throws Error(input).
[[nodiscard]] std::string normalized_utc(const std::string& text);

// Seconds from `earlier` to `later`, both in the form above. Throws Error(input).
[[nodiscard]] double seconds_between(const std::string& earlier, const std::string& later);

}  // namespace clgauge::db
