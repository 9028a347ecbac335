#include "lens/ptx/number.h"

#include <bit>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>

namespace clgauge::lens::ptx {
namespace {

std::optional<std::uint64_t> digits(std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  const bool is_all = status == std::errc() && end == text.data() + text.size() && !text.empty();
  return is_all ? std::optional(value) : std::nullopt;
}

std::optional<Number> exact_float(std::string_view text) {
  const bool is_double = text[1] == 'd' || text[1] == 'D';
  const auto value = digits(text.substr(2), 16);
  if (!value || text.size() != (is_double ? 18U : 10U)) {
    return std::nullopt;
  }
  return Number{static_cast<std::int64_t>(*value), static_cast<std::uint8_t>(is_double ? 64 : 32)};
}

std::optional<Number> decimal_float(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0') {
    return std::nullopt;
  }
  return Number{std::bit_cast<std::int64_t>(value), 64};
}

std::optional<std::uint64_t> integer(std::string_view text) {
  if (text.ends_with('U')) {
    text.remove_suffix(1);
  }
  const std::string_view prefix = text.substr(0, 2);
  if (prefix == "0x" || prefix == "0X") {
    return digits(text.substr(2), 16);
  }
  if (prefix == "0b" || prefix == "0B") {
    return digits(text.substr(2), 2);
  }
  return digits(text, text.size() > 1 && text[0] == '0' ? 8 : 10);
}

std::optional<Number> number_of(std::string_view text) {
  const char second = text.size() > 1 ? text[1] : '\0';
  if (text[0] == '0' && (second == 'f' || second == 'F' || second == 'd' || second == 'D')) {
    return exact_float(text);
  }
  if (text.find('.') != std::string_view::npos) {
    return decimal_float(std::string(text));
  }
  const auto value = integer(text);
  return value ? std::optional(Number{static_cast<std::int64_t>(*value), 0}) : std::nullopt;
}

}  // namespace

Number read_number(Scanner& scanner) {
  const bool is_negative = scanner.accept("-");
  const Token token = scanner.peek();
  if (token.kind != Token::Kind::number) {
    scanner.fail_expected("a number");
  }
  const auto number = number_of(token.text);
  if (!number) {
    scanner.fail_expected("a number");
  }
  scanner.next();
  if (!is_negative) {
    return *number;
  }
  const auto bits = static_cast<std::uint64_t>(number->value);
  if (number->float_bits != 0) {
    const std::uint64_t sign = std::uint64_t{1} << (number->float_bits - 1U);
    return {static_cast<std::int64_t>(bits ^ sign), number->float_bits};
  }
  return {static_cast<std::int64_t>(0 - bits), 0};
}

std::uint64_t read_count(Scanner& scanner) {
  const unsigned line = scanner.peek().line;
  const Number number = read_number(scanner);
  if (number.float_bits != 0 || number.value < 0) {
    fail_at(line, "expected a count");
  }
  return static_cast<std::uint64_t>(number.value);
}

}  // namespace clgauge::lens::ptx
