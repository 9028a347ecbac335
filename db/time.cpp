#include "db/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string_view>

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

[[noreturn]] void refuse(const std::string& text) {
  throw Error(ErrorKind::input,
              fmt::format("'{}' is not a time: write 2026-11-21T03:19:35Z (UTC)", text));
}

// Reads a date-time from left to right.
class Scanner {
 public:
  explicit Scanner(const std::string& text) : text_(text), rest_(text) {}

  // A number of exactly that many digits.
  int number(std::size_t digits) {
    int value = 0;
    const auto [end, failure] =
        std::from_chars(rest_.data(), rest_.data() + std::min(digits, rest_.size()), value);
    if (failure != std::errc{} || static_cast<std::size_t>(end - rest_.data()) != digits ||
        rest_.front() == '-') {
      refuse(text_);
    }
    rest_.remove_prefix(digits);
    return value;
  }

  // The next character if it is one of those, else 0.
  char any_of(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) {
      return 0;
    }
    const char found = rest_.front();
    rest_.remove_prefix(1);
    return found;
  }

  void require(std::string_view characters) {
    if (any_of(characters) == 0) {
      refuse(text_);
    }
  }

  // Digits after a decimal point, cut or filled up to microseconds.
  std::chrono::microseconds fraction() {
    std::string digits;
    while (const char digit = any_of("0123456789")) {
      digits += digit;
    }
    if (digits.empty()) {
      refuse(text_);
    }
    digits.resize(6, '0');
    return std::chrono::microseconds(std::stol(digits));
  }

  void require_end() const {
    if (!rest_.empty()) {
      refuse(text_);
    }
  }

 private:
  const std::string& text_;
  std::string_view rest_;
};

// What a zone adds to UTC.
std::chrono::minutes zone(Scanner& scanner) {
  const char sign = scanner.any_of("+-Z");
  if (sign == 0 || sign == 'Z') {
    return std::chrono::minutes(0);
  }
  const std::chrono::hours hours(scanner.number(2));
  scanner.any_of(":");
  const std::chrono::minutes offset = hours + std::chrono::minutes(scanner.number(2));
  return sign == '-' ? -offset : offset;
}

Microseconds parse(const std::string& text) {
  Scanner scanner(text);
  const std::chrono::year year(scanner.number(4));
  scanner.require("-");
  const std::chrono::month month(static_cast<unsigned>(scanner.number(2)));
  scanner.require("-");
  const std::chrono::day day(static_cast<unsigned>(scanner.number(2)));
  scanner.require("T ");
  const int hours = scanner.number(2);
  scanner.require(":");
  const int minutes = scanner.number(2);
  scanner.require(":");
  const int seconds = scanner.number(2);
  const auto fraction =
      scanner.any_of(".,") != 0 ? scanner.fraction() : std::chrono::microseconds(0);
  const std::chrono::minutes offset = zone(scanner);
  scanner.require_end();
  const std::chrono::year_month_day date(year, month, day);
  // 60 is a leap second's.
  if (!date.ok() || hours > 23 || minutes > 59 || seconds > 60) {
    refuse(text);
  }
  return std::chrono::sys_days(date) + std::chrono::hours(hours) + std::chrono::minutes(minutes) +
         std::chrono::seconds(seconds) + fraction - offset;
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
