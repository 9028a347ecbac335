#include "db/time.h"

#include <fmt/format.h>

#include <chrono>
#include <regex>

#include "base/error.h"

namespace clgauge::db {
namespace {

using Microseconds = std::chrono::sys_time<std::chrono::microseconds>;

std::string format(Microseconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}.{:06d}Z",
                     static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

Microseconds parse(const std::string& text) {
  static const std::regex kPattern(
      R"((\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,18}))?\s*(?:Z|UTC|([+-])(\d{2}):?(\d{2}))?)");
  std::smatch match;
  if (!std::regex_match(text, match, kPattern)) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' is not a time: write 2026-11-21T03:19:35Z (UTC)", text));
  }
  const auto number = [&](std::size_t group) { return std::stoi(match[group].str()); };
  const std::chrono::year_month_day date(std::chrono::year(number(1)),
                                         std::chrono::month(static_cast<unsigned>(number(2))),
                                         std::chrono::day(static_cast<unsigned>(number(3))));
  // 60 is a leap second's.
  if (!date.ok() || number(4) > 23 || number(5) > 59 || number(6) > 60) {
    throw Error(ErrorKind::input, fmt::format("'{}' is not a time: there is no such day", text));
  }
  std::string fraction = match[7].str();
  fraction.resize(6, '0');
  std::chrono::minutes offset{0};
  if (match[8].matched) {
    offset = std::chrono::hours(number(9)) + std::chrono::minutes(number(10));
    offset = match[8].str() == "-" ? -offset : offset;
  }
  return std::chrono::sys_days(date) + std::chrono::hours(number(4)) +
         std::chrono::minutes(number(5)) + std::chrono::seconds(number(6)) +
         std::chrono::microseconds(std::stol(fraction)) - offset;
}

}  // namespace

std::string utc_now() {
  return format(std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()));
}

std::string normalized_utc(const std::string& text) { return format(parse(text)); }

double seconds_between(const std::string& earlier, const std::string& later) {
  return std::chrono::duration<double>(parse(later) - parse(earlier)).count();
}

}  // namespace clgauge::db
