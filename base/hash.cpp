#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace clgauge {

std::string hash_of(std::initializer_list<std::string_view> parts) {
  constexpr std::size_t kLengthAndColon = 21;
  std::size_t bytes = 0;
  for (const std::string_view part : parts) {
    bytes += part.size() + kLengthAndColon;
  }
  std::string joined;
  joined.reserve(bytes);
  for (const std::string_view part : parts) {
    fmt::format_to(std::back_inserter(joined), "{}:", part.size());
    joined += part;
  }
  const XXH128_hash_t hash = XXH3_128bits(joined.data(), joined.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace clgauge
