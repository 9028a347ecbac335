#include <cstddef>
#include <cstdint>
#include <string>

#include "source_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clgauge::fuzz::source_text(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
