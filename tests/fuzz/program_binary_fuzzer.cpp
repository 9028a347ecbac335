#include <cstddef>
#include <cstdint>
#include <string>

#include "program_binary.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clgauge::fuzz::program_binary(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
