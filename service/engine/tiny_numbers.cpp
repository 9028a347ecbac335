#include "service/engine/tiny_numbers.h"

#include <algorithm>
#include <cstddef>

namespace clgauge::service {
namespace {

// The square of a smaller one is no float any more.
constexpr unsigned kTinyDecimal = 19;  // 1e-19
constexpr unsigned kTinyBinary = 62;   // 0x1p-62

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
// Whether a text ends with a hexadecimal number: "0x1.8".
bool is_hexadecimal(std::string_view text) noexcept {
  const auto x = text.find_last_not_of("0123456789abcdefABCDEF.");
  return x != text.npos && x > 0 && (text[x] == 'x' || text[x] == 'X') && text[x - 1] == '0';
}

// Of "e-20", "p-126" at `at`: the number behind the minus; 0 where there is none.
unsigned exponent_at(std::string_view source, std::size_t at) noexcept {
  constexpr unsigned kMost = 10'000;
  unsigned exponent = 0;
  for (at += 2; at < source.size() && is_digit(source[at]); ++at) {
    exponent = std::min(kMost, exponent * 10 + static_cast<unsigned>(source[at] - '0'));
  }
  return exponent;
}

}  // namespace

bool names_tiny_numbers(std::string_view source) noexcept {
  if (source.find("FLT_MIN") != source.npos || source.find("DBL_MIN") != source.npos) {
    return true;
  }
  for (std::size_t minus = source.find('-', 2); minus != source.npos;
       minus = source.find('-', minus + 1)) {
    const char before = source[minus - 1];
    const char digit = source[minus - 2];
    const bool is_decimal = (before == 'e' || before == 'E') && (is_digit(digit) || digit == '.');
    const bool is_binary =
        (before == 'p' || before == 'P') && is_hexadecimal(source.substr(0, minus - 1));
    if ((is_decimal && exponent_at(source, minus - 1) >= kTinyDecimal) ||
        (is_binary && exponent_at(source, minus - 1) >= kTinyBinary)) {
      return true;
    }
  }
  return false;
}

}  // namespace clgauge::service
