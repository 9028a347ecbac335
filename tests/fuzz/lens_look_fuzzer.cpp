#include <cstddef>
#include <cstdint>
#include <string>

#include "lens_look.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clgauge::fuzz::lens_look(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
