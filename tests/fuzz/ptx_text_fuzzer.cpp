#include <cstddef>
#include <cstdint>
#include <string>

#include "ptx_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clgauge::fuzz::ptx_text(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
