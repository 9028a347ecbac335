#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clgauge::lens::ptx {

struct Type {
  enum class Kind : std::uint8_t { predicate, bits, is_unsigned, is_signed, floating, opaque };
  Kind kind = Kind::bits;
  std::uint8_t bits = 32;  // of all lanes
  std::uint8_t lanes = 1;  // 2 of f16x2

  [[nodiscard]] unsigned bytes() const noexcept { return (bits + 7U) / 8; }
  [[nodiscard]] bool is_integer() const noexcept {
    return kind == Kind::bits || kind == Kind::is_unsigned || kind == Kind::is_signed;
  }
  [[nodiscard]] bool is_signed() const noexcept { return kind == Kind::is_signed; }
  [[nodiscard]] bool is_floating() const noexcept { return kind == Kind::floating; }
};

// ".u32" or "u32"; nothing for other words.
[[nodiscard]] std::optional<Type> type_of(std::string_view word);

// Where a variable lies, or an access goes.
enum class Space : std::uint8_t { generic, global, constant, shared, local, param };
// ".global", "global", "shared::cta"; nothing for other words.
[[nodiscard]] std::optional<Space> space_of(std::string_view word);

}  // namespace clgauge::lens::ptx
