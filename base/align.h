#pragma once

#include <cstdint>

// Where things lie in memory: asked by the lens and by the service, which places buffers.
namespace clgauge {

[[nodiscard]] constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace clgauge
