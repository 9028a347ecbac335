#pragma once

#include <string>
#include <string_view>

namespace clgauge {

// RFC 4648, section 4, with padding: bytes where only text can go (JSON). Thread-safe.
[[nodiscard]] std::string to_base64(std::string_view bytes);

// Throws Error(input) for what is no such text.
[[nodiscard]] std::string from_base64(std::string_view text);

}  // namespace clgauge
