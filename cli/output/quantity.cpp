#include "cli/output/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace clgauge::cli {
namespace {

// Beyond these, no unit leaves a number that can be read: there an exponent stands.
constexpr double kMostSeconds = 999'999.5;
constexpr double kLeastSeconds = 0.995e-14;

std::string three_digits(double value) {
  const double magnitude = std::abs(value);
  if (magnitude >= 99.95) {
    return fmt::format("{:.0f}", value);
  }
  return magnitude >= 9.995 ? fmt::format("{:.1f}", value) : fmt::format("{:.2f}", value);
}

}  // namespace

std::string format_seconds(double seconds) {
  if (!std::isfinite(seconds)) {
    return "-";
  }
  const double magnitude = std::abs(seconds);
  if (magnitude == 0) {
    return "0 s";
  }
  if (magnitude >= kMostSeconds || magnitude < kLeastSeconds) {
    return fmt::format("{:.1e} s", seconds);
  }
  if (magnitude >= 0.9995) {
    return three_digits(seconds) + " s";
  }
  if (magnitude >= 0.9995e-3) {
    return three_digits(seconds * 1e3) + " ms";
  }
  if (magnitude >= 0.9995e-6) {
    return three_digits(seconds * 1e6) + " us";
  }
  return magnitude >= 0.9995e-9 ? three_digits(seconds * 1e9) + " ns"
                                : three_digits(seconds * 1e12) + " ps";
}

std::string format_bytes(std::uint64_t bytes) {
  static constexpr std::array<const char*, 5> kPrefixes = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t prefix = 0;
  while (value >= 1024 && prefix + 1 < kPrefixes.size()) {
    value /= 1024;
    ++prefix;
  }
  return value == std::floor(value) ? fmt::format("{:.0f} {}", value, kPrefixes.at(prefix))
                                    : fmt::format("{:.1f} {}", value, kPrefixes.at(prefix));
}

std::string format_relative_error(double value, double reference) {
  return fmt::format("{:+.0f}%", 100 * (value / reference - 1));
}

std::string format_ratio(double ratio) {
  constexpr double kMost = 1e6;
  const double magnitude = std::abs(ratio);
  if (magnitude >= kMost) {
    return fmt::format("{:.1e}", ratio);
  }
  return magnitude >= 0.0995 || magnitude == 0 ? three_digits(ratio)
                                               : fmt::format("{:#.2g}", ratio);
}

std::string format_duration(double seconds) {
  const auto whole = static_cast<long long>(std::llround(std::max(0.0, seconds)));
  return whole >= 60 ? fmt::format("{} min {} s", whole / 60, whole % 60)
                     : fmt::format("{} s", whole);
}

std::string format_age(double seconds) {
  struct Unit {
    const char* name;
    double seconds;
    double until;  // this many of them
  };
  constexpr double kDay = 24 * 3600;
  static constexpr std::array<Unit, 4> kUnits = {
      {{"minute", 60, 60}, {"hour", 3600, 48}, {"day", kDay, 60}, {"month", 30.4 * kDay, 24}}};
  if (!(seconds >= 60)) {
    return "just now";
  }
  const auto* const unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& one) {
    return seconds < one.seconds * one.until;
  });
  const auto& [name, one, until] = unit == kUnits.end() ? Unit{"year", 365.25 * kDay, 0} : *unit;
  const auto whole = static_cast<long long>(seconds / one);
  return fmt::format("{} {}{} ago", whole, name, whole == 1 ? "" : "s");
}

}  // namespace clgauge::cli
