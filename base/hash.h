#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace clgauge {

// 32 hexadecimal digits (XXH3, 128 bits) of the parts, each preceded by its length, so that
// {"ab","c"} and {"a","bc"} differ. For cache keys and identities, not for security. Thread-safe.
[[nodiscard]] std::string hash_of(std::initializer_list<std::string_view> parts);

}  // namespace clgauge
