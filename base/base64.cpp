#include "base/base64.h"

#include <array>
#include <cstdint>

#include "base/error.h"

namespace clgauge {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  for (auto& value : values) {
    value = kNoDigit;
  }
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}

[[noreturn]] void refuse(const char* why) {
  throw Error(ErrorKind::input,
              std::string("this is no base64 text: ") + why + ": was it cut or edited?");
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t taken = bytes.size() - at < 3 ? bytes.size() - at : 3;
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8U | (i < taken ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t digit = 0; digit < 4; ++digit) {
      text += digit <= taken ? kDigits[group >> (18U - 6U * digit) & 63U] : '=';
    }
  }
  return text;
}

std::string from_base64(std::string_view text) {
  static constexpr std::array<std::uint8_t, 256> kValues = make_values();
  if (text.size() % 4 != 0) {
    refuse("its length is no multiple of four");
  }
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') {
    ++padding;
  }
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t at = 0; at < text.size(); at += 4) {
    const bool is_last = at + 4 == text.size();
    const std::size_t digits = is_last ? 4 - padding : 4;
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint8_t value = i < digits ? kValues[static_cast<unsigned char>(text[at + i])] : 0;
      if (value == kNoDigit) {
        refuse("it holds a character that is no digit");
      }
      group = group << 6U | value;
    }
    for (std::size_t i = 0; i + 1 < digits; ++i) {
      bytes += static_cast<char>(group >> (16U - 8U * i) & 0xFFU);
    }
    // What padding leaves over must be zero, or two texts would mean the same bytes.
    if (digits < 4 && (group & ((1U << (8U * (4 - digits))) - 1U)) != 0) {
      refuse("bits are left over at its end");
    }
  }
  return bytes;
}

}  // namespace clgauge
