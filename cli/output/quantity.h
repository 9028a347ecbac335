#pragma once

#include <cstdint>
#include <string>

namespace clgauge::cli {

// Three significant digits and an SI prefix: 0.00123 -> "1.23 ms"; two and an exponent where no
// prefix helps: "2.8e+300 s".
[[nodiscard]] std::string format_seconds(double seconds);

// Binary prefix: 16777216 -> "16 MiB".
[[nodiscard]] std::string format_bytes(std::uint64_t bytes);

// Signed, in percent of the reference: 1.25 against 1 -> "+25%".
[[nodiscard]] std::string format_relative_error(double value, double reference);

// Of one thing to another, with two significant digits at least: "1.05", "0.0034", "120".
[[nodiscard]] std::string format_ratio(double ratio);

// "1 min 20 s", "45 s": for what is left of a long operation.
[[nodiscard]] std::string format_duration(double seconds);

// "3 hours ago", "1 day ago"; "just now" for less than a minute, and for clocks that disagree.
[[nodiscard]] std::string format_age(double seconds);

}  // namespace clgauge::cli
